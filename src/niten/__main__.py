"""`python -m niten` and the `niten` command."""

import sys


def main() -> None:
    """Run the command line, or say what it needs."""
    try:
        import cyclopts  # noqa: F401, PLC0415  # pyright: ignore[reportUnusedImport] — is the extra installed?
        import rich  # noqa: F401, PLC0415  # pyright: ignore[reportUnusedImport]
    except ImportError:
        from niten.texts import language_from, say  # noqa: PLC0415

        sys.stderr.write(say(language_from(), "terminal.missing-extra") + "\n")
        sys.exit(2)
    from niten.terminal.app import run  # noqa: PLC0415

    sys.exit(run(sys.argv[1:]))


if __name__ == "__main__":
    main()
