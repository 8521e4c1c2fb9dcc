/* Makes a solver slow without keeping a processor busy: sleeps, then becomes the command.
 *
 * usage: jobs-delay MILLISECONDS COMMAND [ARGUMENT]...
 */
#include <errno.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

int main(int argc, char **argv)
{
    if (argc < 3)
        return 2;
    long milliseconds = atol(argv[1]);
    struct timespec left = {milliseconds / 1000, milliseconds % 1000 * 1000000};
    while (nanosleep(&left, &left) && errno == EINTR)
        ;
    execv(argv[2], argv + 2);
    return 127;
}
