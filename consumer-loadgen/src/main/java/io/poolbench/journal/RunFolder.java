package io.poolbench.journal;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.Closeable;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * The folder of one run, {@code ROOT/STUDY/2026-11-01T12-30-05Z}. Beside it, the link {@code
 * latest} points to the newest run, where there are symbolic links. For one thread at a time.
 */
public record RunFolder(Path path) {
  private static final String LATEST = "latest";
  private static final String STUDY = "study.yaml";

  /** Glob of the temporary files that are being written. */
  private static final String HALVES = ".*.part";

  private static final Pattern RUN = Pattern.compile("\\d{4}-\\d\\d-\\d\\dT[0-9-]+Z(-\\d+)?");
  private static final DateTimeFormatter STAMP =
      DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH-mm-ss'Z'", Locale.ROOT).withZone(ZoneOffset.UTC);

  public RunFolder {
    Objects.requireNonNull(path, "path");
  }

  /** Creates the folder of a run; a second run in the same second gets a number. */
  public static RunFolder create(Path root, String study, Instant started)
      throws RunFolderException {
    Path runs = root.resolve(study);
    String stamp = STAMP.format(started);
    try {
      Files.createDirectories(runs);
      for (int number = 1; ; number++) {
        Path run = runs.resolve(number == 1 ? stamp : stamp + "-" + number);
        try {
          return new RunFolder(Files.createDirectory(run));
        } catch (FileAlreadyExistsException taken) {
          if (!Files.isDirectory(run)) {
            throw taken;
          }
        }
      }
    } catch (IOException e) {
      throw unwritable(runs, e);
    }
  }

  /** Requires that folders of runs can be created below a folder, which is created if missing. */
  public static void requireWritable(Path root) throws RunFolderException {
    try {
      Files.createDirectories(root);
      Files.delete(Files.createTempFile(root, ".", ".part"));
    } catch (IOException e) {
      throw unwritable(root, e);
    }
  }

  private static RunFolderException unwritable(Path folder, IOException e) {
    return new RunFolderException(
        folder,
        "cannot hold results: %s: %s (valid: a writable folder, by --out DIR)"
            .formatted(e.getClass().getSimpleName(), e.getMessage()),
        e);
  }

  public static RunFolder reopen(Path run) throws RunFolderException {
    try {
      Path real = run.toRealPath();
      if (Files.isDirectory(real)) {
        return new RunFolder(real);
      }
    } catch (IOException e) {
      throw new RunFolderException(run, "no folder of a run", e);
    }
    throw new RunFolderException(run, "no folder of a run");
  }

  /** Locks this folder against other runs, also of other processes, until the lock is closed. */
  public FolderLock lock() throws RunFolderException {
    return FolderLock.of(path);
  }

  /** Opens the journal of this run with all its complete rows. */
  public Journal journal() throws RunFolderException {
    Path file = path.resolve(Journal.NAME);
    try {
      return Journal.open(file);
    } catch (IOException e) {
      throw new RunFolderException(file, "cannot be read (" + e.getMessage() + ")", e);
    }
  }

  /** Opens the journal of a run that was measured before. */
  public Journal measured() throws RunFolderException {
    Path file = path.resolve(Journal.NAME);
    if (!Files.isRegularFile(file)) {
      throw new RunFolderException(path, "has no " + Journal.NAME + " (valid: a run's folder)");
    }
    return journal();
  }

  /** The name of the study, which the folder above has; {@code study} of a copied run. */
  public String studyName() {
    Path study = path.toAbsolutePath().getParent().getFileName();
    return study != null && RUN.matcher(path.getFileName().toString()).matches()
        ? study.toString()
        : "study";
  }

  /** The name of the study that a run's file holds; empty for any other file. */
  public static Optional<String> studyOf(Path file) throws RunFolderException {
    Path folder = file.toAbsolutePath().getParent();
    return file.endsWith(STUDY) && Files.isRegularFile(folder.resolve(Journal.NAME))
        ? Optional.of(reopen(folder).studyName())
        : Optional.empty();
  }

  /** The study as it ran, with all defaults: {@code study.yaml}. */
  public Path study() {
    return path.resolve(STUDY);
  }

  /**
   * Writes a text file in UTF-8, such as a report or {@code study.yaml}: after a crash it has its
   * old content or its new one.
   */
  public void writeText(String fileName, String text) throws IOException {
    Path file = path.resolve(fileName);
    // In the same folder, because a rename is atomic only within a file system.
    Path temporary = file.resolveSibling("." + fileName + ".part");
    try {
      // A link left there by a killed process must not be followed.
      Files.deleteIfExists(temporary);
      Files.createFile(temporary);
      // Not a FileChannel, which an interrupt closes, such as a Ctrl-C during a save.
      try (FileOutputStream disk = new FileOutputStream(temporary.toFile())) {
        disk.write(text.getBytes(UTF_8));
        // Before the rename: a power failure could otherwise leave an empty file of the new name.
        disk.getFD().sync();
      }
      Files.move(
          temporary, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
      syncFolderOf(file);
    } finally {
      Files.deleteIfExists(temporary);
    }
  }

  /** Waits until a file's name is on disk, which syncing the file itself does not ensure. */
  static void syncFolderOf(Path file) throws IOException {
    boolean interrupted = false;
    while (true) {
      // Only a channel can open a folder; an interrupt closes it.
      try (FileChannel folder =
          FileChannel.open(file.toAbsolutePath().getParent(), StandardOpenOption.READ)) {
        folder.force(true);
        break;
      } catch (ClosedByInterruptException e) {
        interrupted |= Thread.interrupted();
      } catch (AccessDeniedException e) {
        break; // Windows opens no folders.
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  /**
   * The log file of a cell's provider: {@code provider-fixed_24-1.log}, or {@code
   * provider-fixed_24-1.try2.log} if an earlier attempt at the cell has logged already.
   */
  public Path providerLog(String cell, int repetition) {
    String log = "provider-" + fileName(cell, repetition);
    Path free = path.resolve(log + ".log");
    for (int attempt = 2; Files.exists(free); attempt++) {
      free = path.resolve(log + ".try" + attempt + ".log");
    }
    return free;
  }

  private static void delete(Path folder, String glob) throws IOException {
    try (DirectoryStream<Path> files = Files.newDirectoryStream(folder, glob)) {
      for (Path file : files) {
        Files.delete(file);
      }
    } catch (DirectoryIteratorException e) {
      throw e.getCause();
    }
  }

  private static String fileName(String cell, int repetition) {
    // ASCII only, because file names in some locales cannot hold more.
    String name = cell.replaceAll("[^A-Za-z0-9. -]", "-");
    // Cell names are unique, but their ASCII forms may not be.
    String unique = name.equals(cell) ? "" : "-" + Integer.toHexString(cell.hashCode());
    return name.replace(' ', '_') + unique + "-" + repetition;
  }

  /** Points {@code latest} to this run. */
  public void pointLatestHere() {
    Path runs = path.resolveSibling(LATEST).toAbsolutePath().getParent();
    Path link = runs.resolve(LATEST);
    if (Files.exists(link) && !Files.isSymbolicLink(link)) {
      return; // not this tool's
    }
    Path temporary = link.resolveSibling("." + LATEST + ".part");
    try {
      Files.deleteIfExists(temporary);
      Files.createSymbolicLink(temporary, path.getFileName());
      Files.move(
          temporary, link, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
      syncFolderOf(link);
    } catch (UnsupportedOperationException | IOException e) {
      // No symbolic links, a read-only folder, or another run of the study that saves just now.
    }
  }

  /**
   * A lock on a run's folder, which the operating system releases when the process ends. It locks
   * the file {@code .lock}, which is never deleted: otherwise a process that had opened the deleted
   * file and one that creates a new file could both hold a lock.
   */
  public static final class FolderLock implements Closeable {
    private static final String NAME = ".lock";

    private final FileChannel channel;

    private FolderLock(FileChannel channel) {
      this.channel = channel;
    }

    static FolderLock of(Path folder) throws RunFolderException {
      try {
        FileChannel channel =
            FileChannel.open(
                folder.resolve(NAME), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        boolean locked = false;
        try {
          if (isFree(channel)) {
            // Temporary files that a killed run has left.
            delete(folder, HALVES);
            locked = true;
            return new FolderLock(channel);
          }
        } finally {
          if (!locked) {
            channel.close();
          }
        }
      } catch (IOException e) {
        throw new RunFolderException(folder, "cannot be written (" + e + ")", e);
      }
      throw new RunFolderException(folder, "another run is writing to it (valid: after its end)");
    }

    private static boolean isFree(FileChannel channel) throws IOException {
      try {
        return channel.tryLock() != null;
      } catch (OverlappingFileLockException ofThisProcess) {
        return false;
      }
    }

    @Override
    public void close() throws IOException {
      channel.close();
    }
  }
}
