package io.poolbench.lab;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;

/** The machine on which a side runs: its build, file cache and address. */
public interface SideHost extends AutoCloseable {
  String build() throws LabException;

  /**
   * The path of a file in the cache of this machine, by content hash and file name; empty if it is
   * not there.
   */
  String find(String hash, String name) throws IOException, LabException;

  /** Writes bytes at an offset of a file that is being sent to the cache. */
  void append(String hash, long offset, byte[] bytes) throws IOException, LabException;

  /** Verifies a file that was sent, adds it to the cache and returns its path on this machine. */
  String keep(String hash, String name) throws IOException, LabException;

  String folder() throws IOException, LabException;

  /** The address at which other machines reach this one, as far as this one knows. */
  String address() throws IOException, LabException;

  @Override
  default void close() {}

  /**
   * The machine of this process.
   *
   * @param build hash of the build that runs here
   * @param cache folder of the files that were sent, with mode 0700
   * @param maxBytes limit of the cache's size; the least recently used files beyond it are deleted,
   *     but never the last one used
   */
  record ThisHost(String build, Path cache, long maxBytes) implements SideHost {
    /** {@code SSH_CONNECTION} has the client's address and port, then the server's. */
    private static final int SSH_FIELDS = 4;

    private static final FileAttribute<Set<PosixFilePermission>> OWN =
        PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"));

    @Override
    public String find(String hash, String name) throws IOException {
      Path kept = cache.resolve(checked(hash)).resolve(checked(name));
      if (!Files.isRegularFile(kept)) {
        return "";
      }
      Files.setLastModifiedTime(kept, FileTime.from(Instant.now()));
      return kept.toString();
    }

    @Override
    public void append(String hash, long offset, byte[] bytes) throws IOException {
      Files.createDirectories(cache, OWN);
      try (RandomAccessFile file = new RandomAccessFile(sent(hash).toFile(), "rw")) {
        file.setLength(offset);
        file.seek(offset);
        file.write(bytes);
      }
    }

    @Override
    public String keep(String hash, String name) throws IOException {
      Path file = sent(hash);
      if (!Build.hash(file).equals(hash)) {
        Files.delete(file);
        throw new IOException("file damaged on its way: " + name);
      }
      Path folder = Files.createDirectories(cache.resolve(checked(hash)), OWN);
      Path kept =
          Files.move(file, folder.resolve(checked(name)), StandardCopyOption.REPLACE_EXISTING);
      Files.setLastModifiedTime(kept, FileTime.from(Instant.now()));
      removeLeastRecentlyUsed();
      return kept.toString();
    }

    private void removeLeastRecentlyUsed() throws IOException {
      List<Path> kept;
      try (Stream<Path> files = Files.find(cache, 2, (file, is) -> is.isRegularFile())) {
        kept =
            files
                .filter(file -> !file.startsWith(working()))
                .sorted(Comparator.comparing(ThisHost::lastUsed).reversed())
                .toList();
      }
      long bytes = 0;
      for (Path file : kept) {
        bytes += Files.size(file);
        if (bytes > maxBytes && !file.equals(kept.get(0))) {
          Files.delete(file);
        }
      }
    }

    private static FileTime lastUsed(Path file) {
      try {
        return Files.getLastModifiedTime(file);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    @Override
    public String folder() throws IOException {
      return Files.createDirectories(working(), OWN).toString();
    }

    /** The working folder of targets, whose files are their own. */
    private Path working() {
      return cache.resolve("folder");
    }

    private Path sent(String hash) {
      return cache.resolve(checked(hash) + "." + ProcessHandle.current().pid());
    }

    /** Rejects names that would lead out of the cache folder. */
    private static String checked(String name) {
      if (name.contains("/") || name.isEmpty() || name.startsWith(".")) {
        throw new IllegalArgumentException("invalid name '" + name + "'");
      }
      return name;
    }

    /** The server address of the SSH login; without one, the address of this machine's name. */
    @Override
    public String address() throws IOException {
      String[] login =
          Objects.requireNonNullElse(System.getenv("SSH_CONNECTION"), "").split(" ", -1);
      return login.length == SSH_FIELDS ? login[2] : InetAddress.getLocalHost().getHostAddress();
    }
  }
}
