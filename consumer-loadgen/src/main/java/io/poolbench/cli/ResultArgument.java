package io.poolbench.cli;

import io.poolbench.compare.Operand;
import io.poolbench.store.ResultFile;
import io.poolbench.store.ResultsFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A result on the command line: {@code DIR[:CELL]}, where DIR may also be a result file. */
final class ResultArgument {
  private ResultArgument() {}

  /** Reads a result. Names may contain colons: the longest existing path is the folder. */
  static Operand read(String typed, int index) throws IOException {
    for (int end = typed.length(); end > 0; end = typed.lastIndexOf(':', end - 1)) {
      if (Files.exists(Path.of(typed.substring(0, end)))) {
        String cell = end == typed.length() ? null : typed.substring(end + 1);
        return read(typed.substring(0, end), cell, index);
      }
    }
    return read(typed, null, index);
  }

  private static Operand read(String source, String cell, int index) throws IOException {
    Path path = Path.of(source);
    ResultFile file =
        Files.isRegularFile(path) ? new ResultFile(path) : new ResultsFolder(path).result();
    return Operand.of(index, source, file.read(), cell);
  }
}
