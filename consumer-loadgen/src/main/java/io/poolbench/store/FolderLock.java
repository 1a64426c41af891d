package io.poolbench.store;

import io.poolbench.store.ResultsFolder.AtomicFile;
import java.io.Closeable;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * A lock on a run's folder, which the operating system releases when the process ends. It locks the
 * file {@code .lock}, which is never deleted: otherwise a process that had opened the deleted file
 * and one that creates a new file could both hold a lock.
 */
public final class FolderLock implements Closeable {
  private static final String NAME = ".lock";

  private final FileChannel channel;

  private FolderLock(FileChannel channel) {
    this.channel = channel;
  }

  static FolderLock of(Path folder) throws ResultFileException {
    try {
      FileChannel channel =
          FileChannel.open(
              folder.resolve(NAME), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
      if (isFree(channel)) {
        deleteHalves(folder);
        return new FolderLock(channel);
      }
      channel.close();
    } catch (IOException e) {
      throw new ResultFileException(folder, "cannot be written (" + e + ")", e);
    }
    throw new ResultFileException(folder, "another run is writing to it (valid: after its end)");
  }

  private static boolean isFree(FileChannel channel) throws IOException {
    try {
      return channel.tryLock() != null;
    } catch (OverlappingFileLockException ofThisProcess) {
      return false;
    }
  }

  /** Deletes temporary files left by a killed run. */
  private static void deleteHalves(Path folder) throws IOException {
    try (DirectoryStream<Path> halves = Files.newDirectoryStream(folder, AtomicFile.HALVES)) {
      for (Path half : halves) {
        Files.delete(half);
      }
    }
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }
}
