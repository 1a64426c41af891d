package io.poolbench.journal;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.MapperFeature;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.datatype.jsr310.JavaTimeModule;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.Stream;

/**
 * Everything that a run measured, row by row: its only state, which a resumed run goes on with and
 * which all reports are made from. Rows are only added. In its file each is a line of JSON, which
 * is on disk when {@link #add} returns; a crash loses at most the row that is being written.
 *
 * <p>For one thread; {@link #entries} may be read by others.
 */
public final class Journal {
  /** The file's name in the folder of a run. */
  public static final String NAME = "journal.jsonl";

  /** The longest row: more is no journal of poolbench. */
  private static final int MAX_ROW_BYTES = 8 << 20;

  private static final String TOO_LONG = "row of more than " + (MAX_ROW_BYTES >> 20) + " MiB";

  /** One property per record component, and durations as one text each. */
  private static final JsonMapper MAPPER =
      JsonMapper.builder()
          .disable(MapperFeature.AUTO_DETECT_IS_GETTERS)
          .disable(SerializationFeature.WRITE_DATES_AS_TIMESTAMPS)
          .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
          .enable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .addModule(new JavaTimeModule())
          .build();

  /** Null for a journal in memory. */
  private final Path file;

  private final List<Entry> entries = Collections.synchronizedList(new ArrayList<>());

  /** The length of the file's complete rows; what follows them is overwritten. */
  private long length;

  private Journal(Path file) {
    this.file = file;
  }

  /** A journal without a file. */
  public static Journal inMemory() {
    return new Journal(null);
  }

  /**
   * Opens a journal with the rows of its file, up to the last complete one; a missing file is an
   * empty journal, and is created by the first row.
   */
  public static Journal open(Path file) throws IOException {
    Journal journal = new Journal(file);
    if (Files.exists(file) && !Files.isRegularFile(file)) {
      throw new IOException(file + " is no file");
    }
    try (InputStream in = new BufferedInputStream(Files.newInputStream(file))) {
      for (byte[] row = nextRow(in); row.length > 0; row = nextRow(in)) {
        if (!journal.take(row) && in.read() >= 0) {
          throw new IOException(
              "line " + (journal.entries.size() + 1) + " is no row of a journal of poolbench");
        }
      }
    } catch (NoSuchFileException e) {
      return journal;
    }
    return journal;
  }

  /** Whether the row is whole: one that is not was being written when the run was killed. */
  private boolean take(byte[] row) throws IOException {
    try {
      Entry entry = MAPPER.readValue(row, Entry.class);
      if (entry == null) {
        return false; // the JSON null
      }
      entries.add(entry);
      length += row.length;
      return true;
    } catch (JsonProcessingException e) {
      return false;
    }
  }

  /** The next row with its line break; empty at the end, or for an incomplete row. */
  private static byte[] nextRow(InputStream in) throws IOException {
    ByteArrayOutputStream row = new ByteArrayOutputStream();
    for (int next = in.read(); next >= 0; next = in.read()) {
      row.write(next);
      if (next == '\n') {
        return row.toByteArray();
      }
      if (row.size() > MAX_ROW_BYTES) {
        throw new IOException(TOO_LONG);
      }
    }
    return new byte[0];
  }

  /** Adds a row, and waits until it is on disk. */
  public void add(Entry entry) throws IOException {
    if (file != null) {
      append(MAPPER.writerFor(Entry.class).writeValueAsString(entry) + "\n");
    }
    entries.add(entry);
  }

  private void append(String row) throws IOException {
    byte[] bytes = row.getBytes(UTF_8);
    if (bytes.length > MAX_ROW_BYTES) {
      throw new IllegalArgumentException(TOO_LONG); // it could not be read again
    }
    // Not a FileChannel, which an interrupt closes.
    try (RandomAccessFile disk = new RandomAccessFile(file.toFile(), "rw")) {
      disk.setLength(length);
      disk.seek(length);
      disk.write(bytes);
      disk.getFD().sync();
    }
    if (length == 0) {
      RunFolder.syncFolderOf(file);
    }
    length += bytes.length;
  }

  /** All rows in the order in which they were added. */
  public List<Entry> entries() {
    synchronized (entries) {
      return List.copyOf(entries);
    }
  }

  public Stream<Slice> slices() {
    return Entry.only(Slice.class, entries());
  }
}
