package io.poolbench.store;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;

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
      try (FileChannel channel =
          FileChannel.open(temporary, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
        OutputStream out = new BufferedOutputStream(Channels.newOutputStream(channel));
        content.writeTo(out);
        out.flush();
        // Before the rename, or a power cut could leave the new name with no content.
        channel.force(true);
      }
      Files.move(
          temporary, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    } finally {
      Files.deleteIfExists(temporary);
    }
  }
}
