package io.poolbench.store;

import java.io.Closeable;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * A run's hold on its folder, which ends with the process at the latest, however that ends. It is a
 * lock on the file {@code .lock}, which stays: were it deleted, a process that had opened it before
 * and one that makes it anew could both hold theirs.
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

  /** What a run that was killed had half written. */
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
