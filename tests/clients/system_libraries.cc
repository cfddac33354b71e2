/* SPDX-License-Identifier: MIT */
/* Each rank uses six libraries of the distribution, with settings and data of its own, and prints
 * what they answer (system_libraries.sh). */
#include <mpi.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <sstream>
#include <string>
#include <vector>

#include <boost/archive/text_iarchive.hpp>
#include <boost/archive/text_oarchive.hpp>
#include <boost/serialization/export.hpp>
#include <fftw3.h>
#include <hdf5.h>
#include <libxml/parser.h>
#include <libxml/tree.h>
#include <sqlite3.h>

extern "C" {
void openblas_set_num_threads(int threads);
int openblas_get_num_threads(void);
void dgemm_(const char *transa, const char *transb, const int *m, const int *n, const int *k,
            const double *alpha, const double *a, const int *lda, const double *b, const int *ldb,
            const double *beta, double *c, const int *ldc);
}

/* Rank 0 and 2 calculate with one thread, 1 and 3 with two. */
static std::string blas(int rank)
{
    const int n = 200;
    const double one = 1, zero = 0;
    std::vector<double> a(n * n, rank + 1.0), b(n * n, 2.0), c(n * n);

    openblas_set_num_threads(1 + rank % 2);
    dgemm_("N", "N", &n, &n, &n, &one, a.data(), &n, b.data(), &n, &zero, c.data(), &n);
    return std::to_string((int)c[0]) + " by " + std::to_string(openblas_get_num_threads());
}

/* HDF5 keeps its open files and types, and how errors are told, in variables. */
static std::string hdf5(int rank)
{
    std::string name = "file" + std::to_string(rank) + ".h5";
    hsize_t count = 10;
    int written[10], read[10];
    hid_t file, space, set, none;

    for (int i = 0; i < 10; i++)
        written[i] = rank * 100 + i;
    file = H5Fcreate(name.c_str(), H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT);
    space = H5Screate_simple(1, &count, NULL);
    set = H5Dcreate2(file, "x", H5T_NATIVE_INT, space, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
    H5Dwrite(set, H5T_NATIVE_INT, H5S_ALL, H5S_ALL, H5P_DEFAULT, written);
    H5Dclose(set);
    H5Sclose(space);
    H5Fclose(file);
    file = H5Fopen(name.c_str(), H5F_ACC_RDONLY, H5P_DEFAULT);
    set = H5Dopen2(file, "x", H5P_DEFAULT);
    H5Dread(set, H5T_NATIVE_INT, H5S_ALL, H5S_ALL, H5P_DEFAULT, read);
    H5Dclose(set);
    H5Fclose(file);
    H5Eset_auto2(H5E_DEFAULT, NULL, NULL);
    none = H5Fopen("no-such-file", H5F_ACC_RDONLY, H5P_DEFAULT);
    return std::to_string(read[9]) + (none < 0 ? " none" : " found");
}

static int transform(int rank)
{
    int n = 64 + rank;
    fftw_complex *x = (fftw_complex *)fftw_malloc(sizeof *x * (size_t)n);
    fftw_plan plan = fftw_plan_dft_1d(n, x, x, FFTW_FORWARD, FFTW_MEASURE);
    int sum;

    for (int i = 0; i < n; i++) {
        x[i][0] = 1;
        x[i][1] = 0;
    }
    fftw_execute(plan);
    sum = (int)(x[0][0] + 0.5);
    fftw_destroy_plan(plan);
    fftw_free(x);
    fftw_cleanup();
    return sum;
}

static int store(void *sum, int, char **values, char **)
{
    *(int *)sum = std::atoi(values[0]);
    return 0;
}

static int sum_in_sql(int rank)
{
    std::string fill = "create table t(a int); insert into t values(" + std::to_string(rank) +
                       "), (" + std::to_string(rank + 10) + ")";
    sqlite3 *base;
    int sum = -1;

    sqlite3_open(":memory:", &base);
    sqlite3_exec(base, fill.c_str(), NULL, NULL, NULL);
    sqlite3_exec(base, "select sum(a) from t", store, &sum, NULL);
    sqlite3_close(base);
    return sum;
}

static int parse(int rank)
{
    std::string text = "<a><b n='" + std::to_string(rank) + "'/></a>";
    xmlDocPtr document = xmlReadMemory(text.c_str(), (int)text.size(), "text", NULL, 0);
    xmlChar *n = xmlGetProp(xmlDocGetRootElement(document)->children, (const xmlChar *)"n");
    int found = std::atoi((const char *)n);

    xmlFree(n);
    xmlFreeDoc(document);
    xmlCleanupParser();
    return found;
}

struct animal {
    int n = 0;
    virtual ~animal() = default;
    template <class Archive> void serialize(Archive &archive, unsigned) { archive &n; }
};

struct dog : animal {
    int m = 0;
    template <class Archive> void serialize(Archive &archive, unsigned)
    {
        archive &boost::serialization::base_object<animal>(*this);
        archive &m;
    }
};

BOOST_CLASS_EXPORT(dog)

/* Boost keeps tables of the classes that can be stored by a pointer to their base. */
static std::string serialize(int rank)
{
    std::stringstream text;
    animal *loaded = nullptr;
    dog stored;

    stored.n = rank;
    stored.m = 7;
    {
        const animal *base = &stored;
        boost::archive::text_oarchive out(text);
        out << base;
    }
    {
        boost::archive::text_iarchive in(text);
        in >> loaded;
    }
    dog *found = dynamic_cast<dog *>(loaded);
    std::string answer =
        found != nullptr ? std::to_string(found->n) + " " + std::to_string(found->m) : "no dog";
    delete loaded;
    return answer;
}

int main(int argc, char **argv)
{
    int rank;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    std::string product = blas(rank), file = hdf5(rank), dogs = serialize(rank);
    std::printf("rank %d: blas %s, hdf5 %s, fftw %d, sqlite %d, xml %d, boost %s\n", rank,
                product.c_str(), file.c_str(), transform(rank), sum_in_sql(rank), parse(rank),
                dogs.c_str());
    MPI_Finalize();
}
