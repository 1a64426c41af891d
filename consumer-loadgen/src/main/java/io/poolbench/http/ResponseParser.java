package io.poolbench.http;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.io.IOException;

/**
 * A parser of the HTTP/1.1 responses of a servlet container on one connection (RFC 9112). It
 * extracts the status, the body, and whether the connection can be reused.
 *
 * <p>Lines and bodies are read in the receive buffer; only an incomplete line is copied. A response
 * that arrives whole causes no allocation. The parser is stricter than the RFC: a response has a
 * Content-Length or is chunked, without extensions and trailers, and none is an interim one.
 * Confined to one thread.
 */
final class ResponseParser {
  /** The maximum size of the head. */
  static final int MAX_HEAD_BYTES = 64 * 1024;

  /** The maximum size of a body, of one chunk or many. */
  static final int MAX_BODY_BYTES = 16 << 20;

  private static final byte CR = '\r';
  private static final byte LF = '\n';
  private static final long HTTP_1_1 = Unpooled.wrappedBuffer(bytes("HTTP/1.1")).getLong(0);
  private static final int VERSION_BYTES = Long.BYTES;
  private static final byte[] CONTENT_LENGTH = bytes("content-length");
  private static final byte[] TRANSFER_ENCODING = bytes("transfer-encoding");
  private static final byte[] CONNECTION = bytes("connection");
  private static final byte[] CHUNKED = bytes("chunked");
  private static final byte[] CLOSE = bytes("close");
  private static final int MAX_DIGITS = 15;
  private static final int MAX_QUOTED = 40;
  private static final long NONE = -1;

  private enum State {
    STATUS_LINE,
    HEADERS,
    BODY,
    CHUNK_SIZE,
    CHUNK,
    CHUNK_END,
    LAST_CHUNK_END
  }

  @FunctionalInterface
  interface Body {
    /** Receives the next bytes of the current body, without framing. The buffer is read-only. */
    void received(ByteBuf buffer, int start, int bytes);
  }

  private final Body body;
  private State state = State.STATUS_LINE;

  /** The beginning of an incomplete line; null until there is one. */
  private ByteBuf unfinished;

  private int lineBytes;
  private long remaining;
  private long bodyBytes;
  private int status;
  private boolean closes;
  private long contentLength;
  private boolean chunked;

  ResponseParser(Body body) {
    this.body = body;
  }

  /**
   * Parses until a response is complete or the bytes end.
   *
   * @return whether a response is complete; {@link #status} and {@link #isReusable} describe it
   *     until the next call
   */
  boolean read(ByteBuf in) throws InvalidResponseException {
    boolean complete = false;
    while (!complete && in.isReadable()) {
      complete = (state == State.BODY || state == State.CHUNK) ? readBody(in) : readLine(in);
    }
    return complete;
  }

  int status() {
    return status;
  }

  /** Whether the server keeps the connection open after the response. */
  boolean isReusable() {
    return !closes;
  }

  private boolean readBody(ByteBuf in) {
    int bytes = (int) Math.min(remaining, in.readableBytes());
    body.received(in, in.readerIndex(), bytes);
    in.skipBytes(bytes);
    remaining -= bytes;
    if (remaining > 0) {
      return false;
    }
    if (state == State.CHUNK) {
      state = State.CHUNK_END;
      return false;
    }
    return complete();
  }

  private boolean complete() {
    state = State.STATUS_LINE;
    lineBytes = 0;
    return true;
  }

  private boolean readLine(ByteBuf in) throws InvalidResponseException {
    int start = in.readerIndex();
    int lf = in.indexOf(start, in.writerIndex(), LF);
    int end = lf < 0 ? in.writerIndex() : lf + 1;
    lineBytes += end - start;
    if (lineBytes > MAX_HEAD_BYTES) {
      throw new InvalidResponseException("response head too long (limit 64 KiB)");
    }
    in.readerIndex(end);
    boolean continued = unfinished != null && unfinished.isReadable();
    if (lf >= 0 && !continued) {
      return line(in, start, lf);
    }
    if (unfinished == null) {
      unfinished = Unpooled.buffer(end - start, MAX_HEAD_BYTES);
    }
    unfinished.writeBytes(in, start, end - start);
    if (lf < 0) {
      return false;
    }
    boolean complete = line(unfinished, 0, unfinished.writerIndex() - 1);
    unfinished.clear();
    return complete;
  }

  /** Processes a line; returns whether it completes a response. */
  private boolean line(ByteBuf line, int start, int lf) throws InvalidResponseException {
    int end = lf - 1;
    if (end < start || line.getByte(end) != CR) {
      throw invalid("line without CR", line, start, lf);
    }
    switch (state) {
      case STATUS_LINE -> statusLine(line, start, end);
      case HEADERS -> {
        if (start == end) {
          return headEnds();
        }
        header(line, start, end);
      }
      case CHUNK_SIZE -> chunkSize(line, start, end);
      case CHUNK_END, LAST_CHUNK_END -> {
        if (start != end) {
          throw invalid("bytes after a chunk", line, start, end);
        }
        if (state == State.LAST_CHUNK_END) {
          return complete();
        }
        state = State.CHUNK_SIZE;
      }
      case BODY, CHUNK -> throw new IllegalStateException("not a line: " + state);
    }
    return false;
  }

  private void statusLine(ByteBuf line, int start, int end) throws InvalidResponseException {
    int codeEnd = start + VERSION_BYTES + 4;
    if (end < codeEnd
        || line.getLong(start) != HTTP_1_1
        || line.getByte(start + VERSION_BYTES) != ' '
        || (end > codeEnd && line.getByte(codeEnd) != ' ')) {
      throw invalid("not an HTTP/1.1 response", line, start, end);
    }
    status = (int) number(line, codeEnd - 3, codeEnd, 10);
    if (status < 200 || status > 599) {
      throw invalid("status out of range (valid: 200..599)", line, start, end);
    }
    closes = false;
    contentLength = NONE;
    chunked = false;
    state = State.HEADERS;
  }

  private void header(ByteBuf line, int start, int end) throws InvalidResponseException {
    int colon = line.indexOf(start, end, (byte) ':');
    if (colon <= start) {
      throw invalid("invalid header line", line, start, end);
    }
    int from = colon + 1;
    while (from < end && isBlank(line.getByte(from))) {
      from++;
    }
    int to = end;
    while (to > from && isBlank(line.getByte(to - 1))) {
      to--;
    }
    switch (colon - start) {
      case 10 -> closes |= isWord(line, start, colon, CONNECTION) && isWord(line, from, to, CLOSE);
      case 14 -> {
        if (isWord(line, start, colon, CONTENT_LENGTH)) {
          contentLength = number(line, from, to, 10);
          if (contentLength == NONE) {
            throw invalid("invalid Content-Length", line, start, end);
          }
        }
      }
      case 17 ->
          chunked |=
              isWord(line, start, colon, TRANSFER_ENCODING) && isWord(line, from, to, CHUNKED);
      default -> {
        // Another header.
      }
    }
  }

  private boolean headEnds() throws InvalidResponseException {
    lineBytes = 0;
    if (chunked) {
      bodyBytes = 0;
      state = State.CHUNK_SIZE;
      return false;
    }
    if (contentLength == 0) {
      return complete();
    }
    if (contentLength == NONE) {
      throw new InvalidResponseException("response without Content-Length, and not chunked");
    }
    state = State.BODY;
    bodyBytes = 0;
    beginBody(contentLength);
    return false;
  }

  private void chunkSize(ByteBuf line, int start, int end) throws InvalidResponseException {
    long bytes = number(line, start, end, 16);
    if (bytes == NONE) {
      throw invalid("invalid chunk size", line, start, end);
    }
    beginBody(bytes);
    lineBytes = 0;
    state = remaining == 0 ? State.LAST_CHUNK_END : State.CHUNK;
  }

  /** Begins a body, or the next chunk of one. */
  private void beginBody(long bytes) throws InvalidResponseException {
    remaining = bytes;
    bodyBytes += bytes;
    if (bodyBytes > MAX_BODY_BYTES) {
      throw new InvalidResponseException(
          "response body: %d bytes (limit %d)".formatted(bodyBytes, MAX_BODY_BYTES));
    }
  }

  private static boolean isWord(ByteBuf line, int start, int end, byte[] lowerCase) {
    if (end - start != lowerCase.length) {
      return false;
    }
    for (int i = 0; i < lowerCase.length; i++) {
      int b = line.getByte(start + i);
      int lower = b >= 'A' && b <= 'Z' ? b + ('a' - 'A') : b;
      if (lower != lowerCase[i]) {
        return false;
      }
    }
    return true;
  }

  private static boolean isBlank(byte b) {
    return b == ' ' || b == '\t';
  }

  /** The unsigned number in a range; {@link #NONE} if there is none, or one of too many digits. */
  private static long number(ByteBuf line, int start, int end, int radix) {
    if (end == start || end - start > MAX_DIGITS) {
      return NONE;
    }
    long number = 0;
    for (int i = start; i < end; i++) {
      int digit = Character.digit(line.getByte(i), radix);
      if (digit < 0) {
        return NONE;
      }
      number = radix * number + digit;
    }
    return number;
  }

  private static byte[] bytes(String word) {
    return word.getBytes(US_ASCII);
  }

  /** An exception that quotes the first {@value #MAX_QUOTED} bytes of a range. */
  private static InvalidResponseException invalid(String what, ByteBuf line, int start, int end) {
    StringBuilder quoted = new StringBuilder();
    for (int i = start; i < Math.min(end, start + MAX_QUOTED); i++) {
      byte b = line.getByte(i);
      quoted.append(b >= ' ' && b < 0x7f ? (char) b : '?');
    }
    return new InvalidResponseException(what + ": '" + quoted + "'");
  }

  /** Thrown for bytes that are not a valid response; the connection must be closed. */
  static final class InvalidResponseException extends IOException {
    InvalidResponseException(String message) {
      super(message);
    }
  }
}
