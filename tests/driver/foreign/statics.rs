// SPDX-License-Identifier: MIT
//! Statics, thread-local values with destructors, and panics that are caught: each rank's own.
use std::cell::RefCell;
use std::ffi::{c_char, c_int, c_void};
use std::sync::atomic::{AtomicI32, Ordering::Relaxed};
use std::sync::{Mutex, OnceLock};

const WORLD: *mut c_void = 0x101 as *mut c_void;
const INT: *mut c_void = 0x209 as *mut c_void;
const SUM: *mut c_void = 0x021 as *mut c_void;

extern "C" {
    fn MPI_Init(argc: *mut c_int, argv: *mut *mut *mut c_char) -> c_int;
    fn MPI_Comm_rank(comm: *mut c_void, rank: *mut c_int) -> c_int;
    fn MPI_Barrier(comm: *mut c_void) -> c_int;
    fn MPI_Allreduce(from: *const c_void, to: *mut c_void, count: c_int, datatype: *mut c_void,
                     op: *mut c_void, comm: *mut c_void) -> c_int;
    fn MPI_Finalize() -> c_int;
}

static COUNTER: AtomicI32 = AtomicI32::new(100);
static NAMES: Mutex<Vec<String>> = Mutex::new(Vec::new());
static ONCE: OnceLock<i32> = OnceLock::new();

struct Tells(i32);

impl Drop for Tells {
    fn drop(&mut self) {
        COUNTER.fetch_add(self.0, Relaxed);
    }
}

thread_local! {
    static OWN: RefCell<Tells> = const { RefCell::new(Tells(1000)) };
}

fn fails(rank: i32) -> i32 {
    if rank % 2 == 1 {
        panic!("of rank {rank}");
    }
    0
}

fn main() {
    let (mut rank, mut sum) = (0, 0);
    unsafe {
        MPI_Init(std::ptr::null_mut(), std::ptr::null_mut());
        MPI_Comm_rank(WORLD, &mut rank);
    }
    COUNTER.fetch_add(rank, Relaxed);
    NAMES.lock().unwrap().push(format!("rank {rank}"));
    let once = *ONCE.get_or_init(|| rank);
    std::panic::set_hook(Box::new(|_| ()));
    let caught = std::panic::catch_unwind(|| fails(rank)).is_err();
    std::thread::spawn(|| OWN.with(|own| own.borrow_mut().0 += 1)).join().unwrap();
    let mine = COUNTER.load(Relaxed);
    unsafe {
        MPI_Allreduce((&mine as *const i32).cast(), (&mut sum as *mut i32).cast(), 1, INT, SUM,
                      WORLD);
        MPI_Barrier(WORLD);
    }
    println!("rank {rank}: counter {mine} of {sum} names {:?} once {once} caught {caught}",
             NAMES.lock().unwrap());
    unsafe { MPI_Finalize() };
}
