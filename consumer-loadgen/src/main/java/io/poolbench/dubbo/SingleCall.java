package io.poolbench.dubbo;

import com.fasterxml.jackson.core.JsonProcessingException;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.poolbench.api.InvalidSettingException;
import io.poolbench.spec.CallSettings;
import java.io.DataInputStream;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.List;
import java.util.Objects;

/**
 * One call over a connection of its own, whose answer is decoded in full; for looking at, not for
 * measuring.
 */
public final class SingleCall {
  private static final double NANOS_PER_MILLI = 1e6;
  private static final int ID = 1;

  private SingleCall() {}

  /**
   * An answer.
   *
   * @param millis from the moment before the request is written until the answer is read
   * @param failed whether the call failed
   * @param text the value in JSON, or why it failed
   */
  public record Answer(double millis, boolean failed, String text) {
    public Answer {
      Objects.requireNonNull(text, "text");
    }
  }

  /**
   * Sends a call once and waits for its answer.
   *
   * @param classPath of the application, for the classes of arguments and answers
   * @param timeout of the connection and of the answer each
   * @throws InvalidSettingException where the application has no such method, or where arguments do
   *     not fit
   * @throws IOException where the provider cannot be reached or does not answer
   */
  public static Answer send(
      CallSettings call, List<String> classPath, InetSocketAddress provider, Duration timeout)
      throws IOException {
    try (TargetClasses classes =
            call.generic() || classPath.isEmpty()
                ? TargetClasses.ofDriver()
                : TargetClasses.open(classPath);
        FrameCodec codec = new FrameCodec(TargetCall.of(call, classes), timeout.toMillis());
        Socket socket = new Socket()) {
      ByteBuf request = Unpooled.wrappedBuffer(codec.request(0));
      request.setLong(DubboFrame.ID_OFFSET, ID);
      socket.connect(provider, Math.toIntExact(timeout.toMillis()));
      socket.setSoTimeout(Math.toIntExact(timeout.toMillis()));
      long sent = System.nanoTime();
      socket.getOutputStream().write(request.array());
      ByteBuf answer = answer(new DataInputStream(socket.getInputStream()), /* isEvent= */ false);
      double millis = (System.nanoTime() - sent) / NANOS_PER_MILLI;
      FrameCodec.Answer decoded = codec.decode(answer, 0, answer.readableBytes());
      return decoded.failure() == null
          ? new Answer(millis, false, json(decoded.value()))
          : new Answer(millis, true, decoded.failure());
    }
  }

  /**
   * How long a provider takes to answer a heartbeat, which calls no service, in milliseconds.
   *
   * @param timeout of the connection and of the answer each
   * @throws IOException where nothing answers, or nothing of the dubbo protocol
   */
  public static double heartbeat(InetSocketAddress provider, Duration timeout) throws IOException {
    try (FrameCodec codec = new FrameCodec(new EmptyCall(), timeout.toMillis());
        Socket socket = new Socket()) {
      ByteBuf request = Unpooled.wrappedBuffer(codec.heartbeat());
      request.setLong(DubboFrame.ID_OFFSET, ID);
      socket.connect(provider, Math.toIntExact(timeout.toMillis()));
      socket.setSoTimeout(Math.toIntExact(timeout.toMillis()));
      long sent = System.nanoTime();
      socket.getOutputStream().write(request.array());
      answer(new DataInputStream(socket.getInputStream()), /* isEvent= */ true);
      return (System.nanoTime() - sent) / NANOS_PER_MILLI;
    }
  }

  /** The frame of the answer, past heartbeats of the provider. */
  private static ByteBuf answer(DataInputStream input, boolean isEvent) throws IOException {
    while (true) {
      ByteBuf header = Unpooled.wrappedBuffer(input.readNBytes(DubboFrame.HEADER_BYTES));
      if (header.readableBytes() < DubboFrame.HEADER_BYTES || !DubboFrame.hasMagic(header, 0)) {
        throw new IOException("no answer of the dubbo protocol");
      }
      int bytes = DubboFrame.bodyBytes(header, 0);
      if (bytes < 0 || bytes > DubboFrame.MAX_BODY_BYTES) {
        throw new IOException(
            "answer of " + bytes + " bytes (limit " + DubboFrame.MAX_BODY_BYTES + ")");
      }
      ByteBuf frame =
          Unpooled.wrappedBuffer(header, Unpooled.wrappedBuffer(input.readNBytes(bytes)));
      if (DubboFrame.isEvent(frame, 0) == isEvent
          && !DubboFrame.isRequest(frame, 0)
          && DubboFrame.id(frame, 0) == ID) {
        return frame;
      }
    }
  }

  private static String json(Object value) {
    try {
      return ExpectedAnswer.MAPPER.writerWithDefaultPrettyPrinter().writeValueAsString(value);
    } catch (JsonProcessingException noJson) {
      return String.valueOf(value);
    }
  }
}
