"""This machine without what Windows or macOS do not have: `python -m testkit.elsewhere PACKAGE [COMMAND…]`.

It tells as JSON which modules of the package cannot be imported so, and why; then it runs commands of ours.

Only what the package itself asks for is looked at. So all that it imports from others is loaded first, whole: what
those need of this system is their own affair, and on another system they are made differently.
"""

import ast
import importlib
import importlib.util
import io
import json
import sys
from collections.abc import Iterator
from contextlib import suppress
from fnmatch import fnmatchcase
from pathlib import Path
from types import ModuleType

MODULES = {
    *("_curses", "_posixshmem", "_posixsubprocess", "crypt", "curses", "fcntl", "grp", "nis", "ossaudiodev", "posix"),
    *("pty", "pwd", "readline", "resource", "spwd", "syslog", "termios", "tty", "uvloop"),
}
"""Not there on Windows; some are missing on macOS too."""

NAMES = {
    "os": """
        CLD_* CLONE_* EFD_* EX_* F_LOCK F_TEST F_TLOCK F_ULOCK GRND_* MFD_* O_ACCMODE O_ASYNC O_CLOEXEC O_DIRECT*
        O_DSYNC O_FSYNC O_LARGEFILE O_NDELAY O_NO* O_PATH O_RSYNC O_SYNC O_TMPFILE PIDFD_* POSIX_* PRIO_* P_ALL P_P*
        RTLD_* RWF_* SCHED_* SEEK_DATA SEEK_HOLE SPLICE_* ST_* TFD_* W[CEINSTU]* XATTR_* *xattr chown chroot confstr*
        copy_file_range ctermid environb eventfd* f*chown fchdir fdatasync fork forkpty *pathconf* fstatvfs fwalk
        get[eg]*id getenvb getgrouplist getgroups getloadavg getpg* getpriority getrandom getresuid getsid getuid
        initgroups killpg lchown lockf login_tty major makedev memfd_create minor mkfifo mknod nice openpty pidfd_open
        pipe2 posix_* pread* pwrite* readv register_at_fork sched_* sendfile set*id set*gid setgroups setns setpgrp
        setpriority spawn[lv]p* splice statvfs sync sysconf* tcgetpgrp tcsetpgrp timerfd_* ttyname uname unshare wait
        wait3 wait4 waitid* writev
        """,
    "signal": """
        ITIMER_* ItimerError SIGALRM SIGBUS SIGCHLD SIGCLD SIGCONT SIGHUP SIGIO SIGIOT SIGKILL SIGPIPE SIGPOLL SIGPROF
        SIGPWR SIGQUIT SIGRT* SIGSTKFLT SIGSTOP SIGSYS SIGTRAP SIGTSTP SIGTT* SIGURG SIGUSR* SIGVTALRM SIGWINCH SIGXCPU
        SIGXFSZ SIG_BLOCK SIG_SETMASK SIG_UNBLOCK Sigmasks alarm getitimer pause pidfd_send_signal pthread_* setitimer
        siginterrupt sigpending sigtimedwait sigwait* struct_siginfo
        """,
    "time": "CLOCK_* clock_* pthread_getcpuclockid tzset",
    "select": "EPOLL* POLL* PIPE_BUF epoll poll",
    "mmap": "MADV_* MAP_* PROT_*",
    "socket": "AF_NETLINK AF_PACKET AF_UNIX MSG_DONTWAIT MSG_NOSIGNAL SO_REUSEPORT recv_fds send_fds sethostname",
    "locale": "LC_MESSAGES nl_langinfo bindtextdomain textdomain gettext",
}
"""Names of modules that are there on Windows, but not these; what macOS lacks is among them."""


def is_missing(module: str, name: str) -> bool:
    """Whether a name of a module is one that other systems do not have."""
    return any(fnmatchcase(name, pattern) for pattern in NAMES.get(module, "").split())


def sources(package: str) -> dict[str, Path]:
    """The modules of a package with their files. A folder that is no package holds none: others run what is there."""
    found = importlib.util.find_spec(package)
    assert found
    assert found.submodule_search_locations
    root = Path(found.submodule_search_locations[0])
    modules: dict[str, Path] = {}
    for file in sorted(root.rglob("*.py")):
        parts = file.relative_to(root.parent).with_suffix("").parts
        if all((root.parent.joinpath(*parts[:n]) / "__init__.py").is_file() for n in range(1, len(parts))):
            modules[".".join(parts).removesuffix(".__init__")] = file
    return modules


def _asked(file: Path) -> Iterator[str]:
    """Whatever a file imports, anywhere in it."""
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        if isinstance(node, ast.ImportFrom) and node.module:
            yield node.module
            yield from (f"{node.module}.{alias.name}" for alias in node.names)  # may be modules too


def take_away(package: str) -> None:
    """Load what a package imports from others, then take away what other systems do not have."""
    asked = {name for file in sources(package).values() for name in _asked(file)}
    for name in sorted(asked):
        if name.partition(".")[0] not in MODULES | {package}:
            with suppress(ImportError):  # no module but a name in one; or not installed, which the package finds out
                importlib.import_module(name)
    for name in MODULES:
        sys.modules[name] = None  # pyright: ignore[reportArgumentType] — as the import system says "there is none"
    for name in NAMES:
        whole = importlib.import_module(name)  # who has it keeps it; who comes later gets the poorer one
        sys.modules[name] = poorer = ModuleType(name, whole.__doc__)
        vars(poorer).update({each: value for each, value in vars(whole).items() if not is_missing(name, each)})


def import_all(package: str) -> dict[str, str]:
    """Import every module of a package; those that could not be, and why."""
    failed: dict[str, str] = {}
    for name in sources(package):
        try:
            importlib.import_module(name)
        except Exception as error:
            failed[name] = f"{type(error).__name__}: {error}"
    return failed


def run_all(commands: list[str]) -> None:
    """`niten` commands one after the other; behind a < stands what is typed, a word a line."""
    run = importlib.import_module("niten.terminal.app").run
    for line in commands:
        command, _, typed = line.partition(" < ")
        sys.stdin = io.StringIO(typed.replace(" ", "\n"))
        code = run(command.split())
        assert code == 0, (code, line)


if __name__ == "__main__":
    take_away(sys.argv[1])
    print(json.dumps(import_all(sys.argv[1])))
    run_all(sys.argv[2:])
