package io.poolbench.api;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.nio.file.attribute.UserPrincipal;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.stream.Stream;

/**
 * A new temporary folder that only this user can open, and that its process owns.
 *
 * <p>The owner holds a lock on a file in the folder, which the kernel releases when the process
 * ends in any way. Whoever creates a folder deletes those of this user whose owner has ended. A
 * lock, unlike a process id, is valid across containers that share the folder for temporary files.
 */
public final class OwnedFolder implements AutoCloseable {
  private static final String PREFIX = "poolbench-";
  private static final String LOCK = ".lock";
  private static final int ATTEMPTS = 10;

  /** A folder without a lock may be one that is being created. */
  private static final Duration UNLOCKED = Duration.ofMinutes(1);

  private final Path path;
  private final FileChannel lock;

  private OwnedFolder(Path path, FileChannel lock) {
    this.path = path;
    this.lock = lock;
  }

  /**
   * Creates a folder among the JVM's temporary files.
   *
   * @param purpose part of the folder's name
   * @throws IOException with the folder for temporary files and the reason
   */
  public static OwnedFolder create(String purpose) throws IOException {
    return create(Path.of(System.getProperty("java.io.tmpdir")), purpose);
  }

  /** Creates a folder in {@code parent}. */
  public static OwnedFolder create(Path parent, String purpose) throws IOException {
    String prefix = prefix() + purpose + "-";
    try {
      for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
        Path created =
            Files.createTempDirectory(
                parent,
                prefix,
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        FileChannel lock =
            FileChannel.open(
                created.resolve(LOCK), StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
        // Another process may take the lock, and delete the folder, between these two calls.
        if (lock.tryLock() != null && Files.exists(created.resolve(LOCK))) {
          deleteEnded(parent, Files.getOwner(created));
          return new OwnedFolder(created, lock);
        }
        lock.close();
      }
      throw new IOException("each new folder was deleted");
    } catch (IOException e) {
      throw new IOException("temporary folder %s not usable: %s".formatted(parent, e), e);
    }
  }

  /**
   * Folders of this process are told by its id and start: to open their files would release their
   * locks. In containers processes have the same ids again and again.
   */
  private static String prefix() {
    ProcessHandle self = ProcessHandle.current();
    long begun = self.info().startInstant().map(Instant::toEpochMilli).orElse(0L);
    return PREFIX + self.pid() + "-" + Long.toString(begun, Character.MAX_RADIX) + "-";
  }

  /** Deletes the folders of this user whose process has ended. */
  private static void deleteEnded(Path parent, UserPrincipal user) {
    String own = prefix();
    try (DirectoryStream<Path> folders =
        Files.newDirectoryStream(
            parent, path -> path.getFileName().toString().startsWith(PREFIX))) {
      for (Path folder : folders) {
        if (!folder.getFileName().toString().startsWith(own)) {
          deleteIfEnded(folder, user);
        }
      }
    } catch (IOException | UncheckedIOException e) {
      // What is left there harms nobody, and the next process tries again.
    }
  }

  private static void deleteIfEnded(Path folder, UserPrincipal user) {
    try {
      if (!Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS)
          || !Files.getOwner(folder, LinkOption.NOFOLLOW_LINKS).equals(user)) {
        return;
      }
      if (!Files.exists(folder.resolve(LOCK), LinkOption.NOFOLLOW_LINKS)) {
        if (Files.getLastModifiedTime(folder).toInstant().isBefore(Instant.now().minus(UNLOCKED))) {
          // Fails unless it is empty.
          Files.delete(folder);
        }
        return;
      }
      try (FileChannel channel =
              FileChannel.open(
                  folder.resolve(LOCK), StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS);
          FileLock free = channel.tryLock()) {
        if (free != null) {
          delete(folder);
        }
      }
    } catch (IOException | UncheckedIOException e) {
      // Another process deletes it at the same time, or its file system has no locks.
    }
  }

  private static void delete(Path folder) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(file);
      }
    }
  }

  public Path path() {
    return path;
  }

  /** Deletes the folder; what another process still writes into it is deleted by a later one. */
  @Override
  public void close() {
    try (FileChannel held = lock) {
      delete(path);
    } catch (IOException | UncheckedIOException e) {
      // See above.
    }
  }
}
