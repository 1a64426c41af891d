package io.poolbench.store;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectWriter;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.poolbench.result.MeasurementModule;
import io.poolbench.store.ResultsFolder.AtomicFile;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The measurements so far as a file of JSON lines: a header with what is measured, then one entry
 * per line. {@link #append} returns when the entry is on disk, so a crash loses at most the entry
 * that is being written. For one thread.
 */
public final class Journal<E> {
  private static final JsonMapper MAPPER =
      ResultJson.MAPPER.rebuild().addModule(new MeasurementModule()).build();
  private static final ObjectWriter WRITER =
      MAPPER.writer().without(SerializationFeature.INDENT_OUTPUT);

  private final Path file;
  private final Record measured;
  private final List<E> entries = new ArrayList<>();

  /** The length of the file's lines that could be read; what follows them is overwritten. */
  private long length;

  private Journal(Path file, Record measured) {
    this.file = file;
    this.measured = measured;
  }

  /**
   * Reads a journal up to the first line that is incomplete or malformed; a missing one is empty.
   * No file is created yet.
   *
   * @throws ResultFileException if the journal is of something else
   */
  static <E> Journal<E> open(Path file, Record measured, Class<E> type) throws IOException {
    Journal<E> journal = new Journal<>(file, measured);
    journal.read(type);
    return journal;
  }

  private void read(Class<E> type) throws IOException {
    try (InputStream in = new BufferedInputStream(Files.newInputStream(file))) {
      byte[] line = nextLine(in);
      if (line.length > 0 && !new String(line, UTF_8).equals(header())) {
        throw new ResultFileException(
            file, "is of other cells or machines (valid: resume it with the same ones)");
      }
      for (; line.length > 0; line = nextLine(in)) {
        if (length > 0) {
          entries.add(MAPPER.readValue(line, type));
        }
        length += line.length;
      }
    } catch (NoSuchFileException e) {
      return;
    } catch (JsonProcessingException e) {
      // The line was being written when the run was killed.
      return;
    }
  }

  /** The next line with its end; empty at the end of the file and for an incomplete line. */
  private static byte[] nextLine(InputStream in) throws IOException {
    ByteArrayOutputStream line = new ByteArrayOutputStream();
    for (int next = in.read(); next >= 0; next = in.read()) {
      line.write(next);
      if (next == '\n') {
        return line.toByteArray();
      }
    }
    return new byte[0];
  }

  /** What is measured, as in results: without credentials. */
  private String header() throws JsonProcessingException {
    return WRITER.writeValueAsString(measured) + "\n";
  }

  /** The entries that an earlier run appended. */
  public List<E> entries() {
    return List.copyOf(entries);
  }

  /** Writes an entry and waits until it is on disk. */
  public void append(E entry) throws IOException {
    byte[] line =
        ((length == 0 ? header() : "") + WRITER.writeValueAsString(entry) + "\n").getBytes(UTF_8);
    // Not a FileChannel, which an interrupt closes.
    try (RandomAccessFile disk = new RandomAccessFile(file.toFile(), "rw")) {
      disk.setLength(length);
      disk.seek(length);
      disk.write(line);
      disk.getFD().sync();
    }
    if (length == 0) {
      AtomicFile.syncFolderOf(file);
    }
    length += line.length;
  }
}
