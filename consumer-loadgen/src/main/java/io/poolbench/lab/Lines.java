package io.poolbench.lab;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import io.poolbench.api.InvalidSettingException;
import io.poolbench.journal.ViolationCode;
import io.poolbench.load.NanoClock;
import java.io.BufferedReader;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;

/** Exchanges messages over two streams, one per line. One thread may read; any thread may write. */
final class Lines {
  /**
   * A peer that sends nothing for longer is lost: some heartbeats, and a pause of 3 s of its host.
   */
  static final Duration MAX_SILENCE = Duration.ofSeconds(10);

  /** Longer than a thread on a busy host takes to write a short message. */
  private static final long OTHER_WRITE_MILLIS = 50;

  private final BufferedReader in;
  private final OutputStream out;
  private final NanoClock clock;
  private final ReentrantLock writing = new ReentrantLock();
  private volatile long heardNanos;
  private volatile boolean wasSilent;

  Lines(InputStream in, OutputStream out, NanoClock clock) {
    this.in = new BufferedReader(new InputStreamReader(new Heard(in), UTF_8));
    this.out = out;
    this.clock = clock;
    this.heardNanos = clock.nanoTime();
  }

  /** Notes when bytes arrive: a long line over a slow network is no silence. */
  private final class Heard extends FilterInputStream {
    Heard(InputStream in) {
      super(in);
    }

    @Override
    public int read(byte[] to, int offset, int length) throws IOException {
      int count = super.read(to, offset, length);
      heardNanos = clock.nanoTime();
      return count;
    }
  }

  /**
   * Whether the peer has sent nothing for longer than {@link #MAX_SILENCE}, at two calls in a row:
   * after a pause of this process, the first may come before what arrived meanwhile is read.
   */
  boolean isSilent() {
    boolean before = wasSilent;
    wasSilent = clock.nanoTime() - heardNanos > MAX_SILENCE.toNanos();
    return before && wasSilent;
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
    byte[] line = (SideJson.MAPPER.writeValueAsString(message) + "\n").getBytes(UTF_8);
    writing.lock();
    try {
      out.write(line);
      out.flush();
    } finally {
      writing.unlock();
    }
  }

  /**
   * Writes a message unless another thread writes for longer, which a peer that stopped reading or
   * a slow network may cause. Does nothing if the calling thread is interrupted.
   */
  void writeIfFree(Message message) throws IOException {
    boolean free = false;
    try {
      free = writing.tryLock(OTHER_WRITE_MILLIS, TimeUnit.MILLISECONDS);
      if (free) {
        write(message);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      if (free) {
        writing.unlock();
      }
    }
  }

  /**
   * A message between the driver and a side.
   *
   * @param id the id of a call and of its answer; a cancellation has the id of the call it cancels
   * @param object name of the called object; null in an answer, a ping and a cancellation
   * @param method name of the called method
   * @param body the arguments or the result; the name of an object if the result is an object
   * @param failure replaces the result of a call that failed
   */
  record Message(long id, String object, String method, JsonNode body, Failure failure) {
    /** Methods that belong to no object. */
    static final String PING = "ping";

    static final String CANCEL = "cancel";

    record Failure(String code, String setting, String problem, List<String> logTail) {
      Failure {
        logTail = logTail == null ? List.of() : List.copyOf(logTail);
      }

      static Failure of(Throwable cause) {
        if (cause instanceof LabException lab) {
          return new Failure(lab.code().id(), null, lab.getMessage(), lab.logTail());
        }
        String problem = cause.getMessage() == null ? cause.toString() : cause.getMessage();
        return cause instanceof InvalidSettingException invalid
            ? new Failure(null, invalid.setting(), problem, List.of())
            : new Failure(null, null, problem, List.of());
      }

      /**
       * The exception that reports this failure to the caller; that of an invalid setting is
       * thrown.
       */
      LabException exception(String title) {
        if (setting != null) {
          throw new InvalidSettingException(setting, problem);
        }
        return new LabException(
            ViolationCode.of(code == null ? "" : code).orElse(ViolationCode.LAB_FAILED),
            code == null ? title + ": " + problem : problem,
            logTail);
      }
    }

    static Message call(long id, String object, String method, Object[] arguments) {
      return new Message(
          id,
          object,
          method,
          SideJson.MAPPER.valueToTree(arguments == null ? new Object[0] : arguments),
          null);
    }

    static Message ping(long id) {
      return new Message(id, null, PING, null, null);
    }

    static Message cancel(long id) {
      return new Message(id, null, CANCEL, null, null);
    }

    Message answer(JsonNode result) {
      return new Message(id, null, null, result, null);
    }

    Message answer(Throwable cause) {
      return new Message(id, null, null, null, Failure.of(cause));
    }
  }
}
