package io.poolbench.side;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.JsonProcessingException;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.util.Arrays;
import java.util.concurrent.locks.ReentrantLock;

/** Exchanges messages over two streams, one per line. One thread may read; any thread may write. */
final class Lines {
  private final BufferedReader in;
  private final OutputStream out;
  private final ReentrantLock writing = new ReentrantLock();

  Lines(InputStream in, OutputStream out) {
    this.in = new BufferedReader(new InputStreamReader(in, UTF_8));
    this.out = out;
  }

  /**
   * The next message; null at the end of the stream. Lines that are not messages, such as the
   * greeting of a shell, are skipped.
   */
  Message read() throws IOException {
    for (String line = in.readLine(); line != null; line = in.readLine()) {
      if (line.startsWith("{")) {
        return message(line);
      }
    }
    return null;
  }

  private static Message message(String line) throws IOException {
    try {
      return SideJson.MAPPER.readValue(line, Message.class);
    } catch (JsonProcessingException e) {
      throw new IOException("no message: " + e.getOriginalMessage(), e);
    }
  }

  void write(Message message) throws IOException {
    // Encoded before the lock is taken, because histograms take a while.
    byte[] line = bytes(message);
    writing.lock();
    try {
      out.write(line);
      out.flush();
    } finally {
      writing.unlock();
    }
  }

  /**
   * Writes a message unless another thread is writing: a peer that stopped reading blocks writers.
   */
  void writeIfFree(Message message) throws IOException {
    if (writing.tryLock()) {
      try {
        write(message);
      } finally {
        writing.unlock();
      }
    }
  }

  private static byte[] bytes(Message message) throws IOException {
    byte[] json = SideJson.MAPPER.writeValueAsBytes(message);
    byte[] line = Arrays.copyOf(json, json.length + 1);
    line[json.length] = '\n';
    return line;
  }
}
