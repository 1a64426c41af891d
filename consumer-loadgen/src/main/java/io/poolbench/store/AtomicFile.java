package io.poolbench.store;

import java.io.BufferedOutputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/** Files that are there whole, or as they were before: a crash or a full disk leaves no half. */
final class AtomicFile {
  /** The names of files that are being written, as a glob. */
  static final String HALVES = ".*.part";

  private AtomicFile() {}

  /** What goes into a file. */
  @FunctionalInterface
  interface Content {
    void writeTo(OutputStream out) throws IOException;
  }

  /** Writes a file, in place of what may be there. The old one stays where the content fails. */
  static void write(Path file, Content content) throws IOException {
    // In the same folder, for only within a file system is a rename atomic.
    Path temporary = file.resolveSibling("." + file.getFileName() + ".part");
    try {
      // What a killed process left there may be a link, which must not be followed.
      Files.deleteIfExists(temporary);
      Files.createFile(temporary);
      // No channel: it closes under a thread that is interrupted, as by a Ctrl-C while it saves.
      try (FileOutputStream disk = new FileOutputStream(temporary.toFile())) {
        OutputStream out = new BufferedOutputStream(disk);
        content.writeTo(out);
        out.flush();
        // Before the rename, or a power cut could leave the new name with no content.
        disk.getFD().sync();
      }
      Files.move(
          temporary, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    } finally {
      Files.deleteIfExists(temporary);
    }
  }
}
