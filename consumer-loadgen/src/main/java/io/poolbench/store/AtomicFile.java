package io.poolbench.store;

import java.io.BufferedOutputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/** Writes files atomically: after a crash a file has its old content or its new one. */
final class AtomicFile {
  /** Glob of the temporary files that are being written. */
  static final String HALVES = ".*.part";

  private AtomicFile() {}

  @FunctionalInterface
  interface Content {
    void writeTo(OutputStream out) throws IOException;
  }

  /** Writes a file and replaces an existing one, which stays unchanged if the content fails. */
  static void write(Path file, Content content) throws IOException {
    // In the same folder, because a rename is atomic only within a file system.
    Path temporary = file.resolveSibling("." + file.getFileName() + ".part");
    try {
      // A link left there by a killed process must not be followed.
      Files.deleteIfExists(temporary);
      Files.createFile(temporary);
      // Not a FileChannel, which an interrupt closes, such as a Ctrl-C during a save.
      try (FileOutputStream disk = new FileOutputStream(temporary.toFile())) {
        OutputStream out = new BufferedOutputStream(disk);
        content.writeTo(out);
        out.flush();
        // Before the rename: a power failure could otherwise leave an empty file of the new name.
        disk.getFD().sync();
      }
      Files.move(
          temporary, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    } finally {
      Files.deleteIfExists(temporary);
    }
  }
}
