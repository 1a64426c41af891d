package io.poolbench.dubbo;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.handler.codec.http2.Http2CodecUtil;
import io.netty.handler.codec.http2.Http2FrameTypes;
import io.poolbench.api.InvalidSettingException;
import io.poolbench.api.RpcProtocol;
import io.poolbench.dubbo.ServiceCalls.Answer;
import io.poolbench.study.CallSettings;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** A single call over a connection of its own, decoded in full; for inspection only. */
public final class SingleCall {
  private static final int ID = 1;

  private SingleCall() {}

  /**
   * Sends a call once and waits for its answer.
   *
   * @param classes of arguments and answers
   * @param protocol of the provider; Triple uses Dubbo's own reference, whose first call takes
   *     longer
   * @param timeout of the connection, of the request and of the answer each
   * @throws InvalidSettingException where the application has no such method, or arguments do not
   *     fit
   * @throws IOException where the provider cannot be reached or does not answer
   */
  static Answer send(
      CallSettings call,
      TargetClasses classes,
      RpcProtocol protocol,
      InetSocketAddress provider,
      Duration timeout)
      throws IOException {
    MeasuredCall measured = TargetCall.of(call, classes);
    return protocol == RpcProtocol.TRI
        ? byReference(measured, provider, timeout)
        : byFrame(measured, provider, timeout);
  }

  private static Answer byReference(MeasuredCall call, InetSocketAddress provider, Duration timeout)
      throws IOException {
    TriCodec.requireUnary(call);
    int timeoutMillis = Math.toIntExact(timeout.toMillis());
    try (ConsumerReference reference =
        new ConsumerReference(call.service(), RpcProtocol.TRI, provider, timeoutMillis)) {
      long sent = System.nanoTime();
      try {
        Object value = call.invoke(reference.service(), 0);
        if (value instanceof CompletableFuture<?> later) {
          value = later.join();
        }
        return new Answer(millisSince(sent), false, AnswerJson.pretty(value));
      } catch (RuntimeException e) {
        return new Answer(millisSince(sent), true, e.toString());
      }
    }
  }

  private static double millisSince(long nanos) {
    return (System.nanoTime() - nanos) / 1e6;
  }

  private static Answer byFrame(MeasuredCall call, InetSocketAddress provider, Duration timeout)
      throws IOException {
    try (FrameCodec codec = new FrameCodec(call, timeout.toMillis());
        Socket socket = connected(provider, timeout)) {
      byte[] request = codec.request(0);
      long sent = System.nanoTime();
      ByteBuf answer = exchange(socket, request, /* isEvent= */ false);
      double millis = millisSince(sent);
      FrameCodec.Answer decoded = codec.decode(answer, 0, answer.readableBytes());
      return decoded.failure() == null
          ? new Answer(millis, false, AnswerJson.pretty(decoded.value()))
          : new Answer(millis, true, decoded.failure());
    }
  }

  /** The milliseconds that a provider takes to answer a heartbeat, which calls no service. */
  public static double heartbeat(InetSocketAddress provider, Duration timeout) throws IOException {
    try (FrameCodec codec = new FrameCodec(MeasuredCall.empty(), timeout.toMillis());
        Socket socket = connected(provider, timeout)) {
      byte[] request = codec.heartbeat();
      long sent = System.nanoTime();
      ByteBuf unused = exchange(socket, request, /* isEvent= */ true);
      return millisSince(sent);
    }
  }

  /**
   * The time that a provider of Triple takes to answer the first HTTP/2 frame, in milliseconds.
   *
   * @param timeout of the connection and of the answer each
   * @throws IOException where nothing answers, or the answer is not HTTP/2 without TLS
   * @see <a href="https://www.rfc-editor.org/rfc/rfc9113#section-3.4">RFC 9113, 3.4</a>
   */
  public static double settings(InetSocketAddress provider, Duration timeout) throws IOException {
    try (Socket socket = connected(provider, timeout)) {
      ByteBuf first = Unpooled.buffer();
      first.writeBytes(Http2CodecUtil.connectionPrefaceBuf());
      Http2Frame.writeHeader(first, 0, Http2FrameTypes.SETTINGS, 0, 0);
      long sent = System.nanoTime();
      socket.getOutputStream().write(first.array(), 0, first.readableBytes());
      ByteBuf header = new Reading(socket).next(Http2Frame.HEADER_BYTES);
      if (header.readableBytes() < Http2Frame.HEADER_BYTES
          || Http2Frame.type(header, 0) != Http2FrameTypes.SETTINGS) {
        throw new IOException("no answer of HTTP/2");
      }
      return millisSince(sent);
    }
  }

  private static Socket connected(InetSocketAddress provider, Duration timeout) throws IOException {
    Socket socket = new Socket();
    try {
      socket.connect(provider, Math.toIntExact(timeout.toMillis()));
      socket.setSoTimeout(Math.toIntExact(timeout.toMillis()));
      return socket;
    } catch (IOException e) {
      socket.close();
      throw e;
    }
  }

  /** Sets the id of a frame and sends it; returns the frame of the answer, skipping heartbeats. */
  private static ByteBuf exchange(Socket socket, byte[] frame, boolean isEvent) throws IOException {
    ByteBuf request = Unpooled.wrappedBuffer(frame);
    request.setLong(DubboFrame.ID_OFFSET, ID);
    write(socket, request.array());
    return answer(new Reading(socket), isEvent);
  }

  /** Writes to a peer that may not read: a socket's timeout is one of reads. */
  private static void write(Socket socket, byte[] bytes) throws IOException {
    int timeoutMillis = socket.getSoTimeout();
    CompletableFuture<Void> overdue =
        CompletableFuture.runAsync(
            () -> close(socket),
            CompletableFuture.delayedExecutor(timeoutMillis, TimeUnit.MILLISECONDS));
    try {
      socket.getOutputStream().write(bytes);
    } catch (IOException e) {
      throw socket.isClosed()
          ? new SocketTimeoutException("request not read within " + timeoutMillis + " ms")
          : e;
    } finally {
      overdue.cancel(false);
    }
  }

  private static void close(Socket socket) {
    try {
      socket.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static ByteBuf answer(Reading input, boolean isEvent) throws IOException {
    while (true) {
      ByteBuf header = input.next(DubboFrame.HEADER_BYTES);
      if (header.readableBytes() < DubboFrame.HEADER_BYTES || !DubboFrame.hasMagic(header, 0)) {
        throw new IOException("no answer of the dubbo protocol");
      }
      int bytes = DubboFrame.bodyBytes(header, 0);
      if (bytes < 0 || bytes > DubboFrame.MAX_BODY_BYTES) {
        throw new IOException(
            "answer of " + bytes + " bytes (limit " + DubboFrame.MAX_BODY_BYTES + ")");
      }
      ByteBuf body = input.next(bytes);
      if (body.readableBytes() < bytes) {
        throw new IOException("answer cut: " + body.readableBytes() + " of " + bytes + " bytes");
      }
      ByteBuf frame = Unpooled.wrappedBuffer(header, body);
      if (DubboFrame.isEvent(frame, 0) == isEvent
          && !DubboFrame.isRequest(frame, 0)
          && DubboFrame.id(frame, 0) == ID) {
        return frame;
      }
    }
  }

  /** The input of a socket, until its timeout is over in all, however its bytes come. */
  private static final class Reading {
    private static final int PART_BYTES = 1 << 16;

    private final Socket socket;
    private final long timeoutMillis;
    private final long deadlineNanos;

    Reading(Socket socket) throws IOException {
      this.socket = socket;
      this.timeoutMillis = socket.getSoTimeout();
      this.deadlineNanos = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(timeoutMillis);
    }

    /** The next bytes; fewer at the end of the input. */
    ByteBuf next(int bytes) throws IOException {
      ByteBuf read = Unpooled.buffer(Math.min(bytes, PART_BYTES));
      while (read.readableBytes() < bytes) {
        long left = TimeUnit.NANOSECONDS.toMillis(deadlineNanos - System.nanoTime());
        if (left <= 0) {
          throw new SocketTimeoutException("no answer within " + timeoutMillis + " ms");
        }
        socket.setSoTimeout(Math.toIntExact(left));
        int missing = Math.min(bytes - read.readableBytes(), PART_BYTES);
        if (read.writeBytes(socket.getInputStream(), missing) < 0) {
          break;
        }
      }
      return read;
    }
  }
}
