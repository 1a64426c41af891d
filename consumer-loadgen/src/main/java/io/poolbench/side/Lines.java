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

/** Messages over two streams, a line each. One thread reads; any may write. */
final class Lines {
  private final BufferedReader in;
  private final OutputStream out;
  private final ReentrantLock writing = new ReentrantLock();

  Lines(InputStream in, OutputStream out) {
    this.in = new BufferedReader(new InputStreamReader(in, UTF_8));
    this.out = out;
  }

  /**
   * The next message; null at the end. Lines that are none, such as a greeting of a shell, are left
   * out.
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
    // Before the lock: histograms take a while.
    byte[] line = bytes(message);
    writing.lock();
    try {
      out.write(line);
      out.flush();
    } finally {
      writing.unlock();
    }
  }

  /** The same, unless another thread writes now: a reader that is stopped blocks writers. */
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
