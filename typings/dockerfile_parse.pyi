# What tests/test_container.py uses of dockerfile-parse, which brings no types.

from typing import BinaryIO, TypedDict

class Instruction(TypedDict):
    instruction: str
    value: str
    startline: int
    endline: int
    content: str

class DockerfileParser:
    def __init__(self, path: str | None = None, *, fileobj: BinaryIO | None = None) -> None: ...
    @property
    def structure(self) -> list[Instruction]: ...
