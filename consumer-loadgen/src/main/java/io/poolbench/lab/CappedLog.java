package io.poolbench.lab;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * The log file of a program: all that it writes up to a limit, and beyond it the beginning, a line
 * with the number of bytes that are left out, and the end.
 *
 * <p>After a write error, further lines are dropped: a full disk must not end a measured provider.
 * Thread-safe.
 */
final class CappedLog implements AutoCloseable {
  private static final int BEGINNING_BYTES = 8 << 20;
  private static final int END_BYTES = 8 << 20;

  private final int beginningBytes;
  private final int endBytes;
  private FileChannel file;

  /** Where the beginning ends; the lines that follow may be left out later. */
  private long beginning;

  private long leftOut;

  /** The length of the line that reports what is left out. */
  private int reportBytes;

  CappedLog(Path file) throws IOException {
    this(file, BEGINNING_BYTES, END_BYTES);
  }

  CappedLog(Path file, int beginningBytes, int endBytes) throws IOException {
    this.beginningBytes = beginningBytes;
    this.endBytes = endBytes;
    this.file =
        FileChannel.open(
            file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
    this.file.position(this.file.size());
    this.beginning = this.file.size();
  }

  synchronized void append(String line) {
    if (file == null) {
      return;
    }
    try {
      write(ByteBuffer.wrap((line + "\n").getBytes(UTF_8)));
      if (file.position() <= beginningBytes) {
        beginning = file.position();
      } else if (file.position() - beginning > 2L * endBytes) {
        leaveOut();
      }
    } catch (IOException full) {
      close();
    }
  }

  private void write(ByteBuffer bytes) throws IOException {
    while (bytes.hasRemaining()) {
      file.write(bytes);
    }
  }

  /** Keeps the whole lines in the last bytes. */
  private void leaveOut() throws IOException {
    long endsAt = file.position();
    ByteBuffer end = ByteBuffer.allocate(endBytes);
    while (end.hasRemaining() && file.read(end, endsAt - end.remaining()) > 0) {
      // A file may be read in parts.
    }
    end.flip();
    while (end.hasRemaining() && end.get() != '\n') {
      // The rest of a line.
    }
    leftOut += endsAt - end.remaining() - beginning - reportBytes;
    ByteBuffer report = ByteBuffer.wrap(("[" + leftOut + " bytes left out]\n").getBytes(UTF_8));
    reportBytes = report.remaining();
    file.truncate(beginning);
    file.position(beginning);
    write(report);
    write(end);
  }

  @Override
  public synchronized void close() {
    FileChannel open = file;
    file = null;
    if (open == null) {
      return;
    }
    try {
      open.close();
    } catch (IOException full) {
      // The lines that are lost could not be written before either.
    }
  }
}
