package io.poolbench.http;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.io.IOException;

/**
 * A parser of the HTTP/1.1 responses on one connection (RFC 9112). It extracts the status, the
 * body, and whether the connection can be reused.
 *
 * <p>Lines and bodies are read in the receive buffer; only an incomplete line is copied. A response
 * that arrives whole causes no allocation. The parser is stricter than the RFC: a line ends with CR
 * LF, header lines are not folded, and a response must not have both a length and a transfer
 * coding. Confined to one thread.
 */
final class ResponseParser {
  /** The maximum size of the head, and of the trailers. */
  static final int MAX_HEAD_BYTES = 64 * 1024;

  private static final byte CR = '\r';
  private static final byte LF = '\n';
  private static final long HTTP_1_0 = asLong("HTTP/1.0");
  private static final long HTTP_1_1 = asLong("HTTP/1.1");
  private static final int VERSION_BYTES = Long.BYTES;
  private static final byte[] CONTENT_LENGTH = LineText.bytes("content-length");
  private static final byte[] TRANSFER_ENCODING = LineText.bytes("transfer-encoding");
  private static final byte[] CONNECTION = LineText.bytes("connection");
  private static final byte[] CHUNKED = LineText.bytes("chunked");
  private static final byte[] CLOSE = LineText.bytes("close");
  private static final byte[] KEEP_ALIVE = LineText.bytes("keep-alive");
  private static final int MAX_CHUNK_DIGITS = 15;
  private static final long ABSENT = -1;

  private enum State {
    STATUS_LINE,
    HEADERS,
    BODY,
    BODY_UNTIL_END,
    CHUNK_SIZE,
    CHUNK,
    CHUNK_END,
    TRAILERS
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
  private int status;
  private boolean http10;
  private boolean closes;
  private boolean keepsAlive;
  private long contentLength;
  private boolean encoded;
  private boolean chunked;

  ResponseParser(Body body) {
    this.body = body;
  }

  /**
   * Parses until a response is complete or the bytes end. Interim responses (1xx) are skipped.
   *
   * @return whether a response is complete; {@link #status} and {@link #isReusable} describe it
   *     until the next call
   */
  boolean read(ByteBuf in) throws InvalidResponseException {
    boolean complete = false;
    while (!complete && in.isReadable()) {
      complete =
          switch (state) {
            case BODY, BODY_UNTIL_END, CHUNK -> readBody(in);
            case STATUS_LINE, HEADERS, CHUNK_SIZE, CHUNK_END, TRAILERS -> readLine(in);
          };
    }
    return complete;
  }

  boolean endsWithConnection() {
    return state == State.BODY_UNTIL_END;
  }

  boolean isWithinResponse() {
    return state != State.STATUS_LINE || (unfinished != null && unfinished.isReadable());
  }

  int status() {
    return status;
  }

  /** Whether the server keeps the connection open after the response. */
  boolean isReusable() {
    return !closes && (!http10 || (keepsAlive && !encoded));
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
      case CHUNK_END -> {
        if (start != end) {
          throw invalid("chunk longer than its size", line, start, end);
        }
        state = State.CHUNK_SIZE;
      }
      case TRAILERS -> {
        if (start == end) {
          return complete();
        }
        nameEnd(line, start, end);
      }
      case BODY, BODY_UNTIL_END, CHUNK -> throw new IllegalStateException("not a line: " + state);
    }
    return false;
  }

  private void statusLine(ByteBuf line, int start, int end) throws InvalidResponseException {
    int codeEnd = start + VERSION_BYTES + 4;
    if (end < codeEnd || line.getByte(start + VERSION_BYTES) != ' ') {
      throw invalid("not an HTTP/1.1 response", line, start, end);
    }
    long version = line.getLong(start);
    long code = LineText.number(line, codeEnd - 3, codeEnd);
    if ((version != HTTP_1_1 && version != HTTP_1_0)
        || code < 100
        || code > 599
        || (end > codeEnd && line.getByte(codeEnd) != ' ')) {
      throw invalid("not an HTTP/1.1 response", line, start, end);
    }
    status = (int) code;
    http10 = version == HTTP_1_0;
    closes = false;
    keepsAlive = false;
    contentLength = ABSENT;
    encoded = false;
    chunked = false;
    state = State.HEADERS;
  }

  private void header(ByteBuf line, int start, int end) throws InvalidResponseException {
    int colon = nameEnd(line, start, end);
    switch (colon - start) {
      case 10 -> {
        if (LineText.isWord(line, start, colon, CONNECTION)) {
          connection(line, colon + 1, end);
        }
      }
      case 14 -> {
        if (LineText.isWord(line, start, colon, CONTENT_LENGTH)) {
          contentLength(line, colon + 1, end);
        }
      }
      case 17 -> {
        if (LineText.isWord(line, start, colon, TRANSFER_ENCODING)) {
          encoded = true;
          int lastCoding = line.indexOf(end, colon + 1, (byte) ',');
          chunked = LineText.isTrimmedWord(line, Math.max(lastCoding, colon) + 1, end, CHUNKED);
        }
      }
      default -> {
        // Another header.
      }
    }
  }

  private static int nameEnd(ByteBuf line, int start, int end) throws InvalidResponseException {
    int colon = line.indexOf(start, end, (byte) ':');
    if (colon <= start
        || LineText.isBlank(line.getByte(start))
        || LineText.isBlank(line.getByte(colon - 1))) {
      throw invalid("invalid header line", line, start, end);
    }
    return colon;
  }

  private void connection(ByteBuf line, int start, int end) {
    int from = start;
    while (from < end) {
      int comma = line.indexOf(from, end, (byte) ',');
      int to = comma < 0 ? end : comma;
      closes |= LineText.isTrimmedWord(line, from, to, CLOSE);
      keepsAlive |= LineText.isTrimmedWord(line, from, to, KEEP_ALIVE);
      from = to + 1;
    }
  }

  private void contentLength(ByteBuf line, int start, int end) throws InvalidResponseException {
    long length = LineText.number(line, start, end);
    if (length < 0 || (contentLength != ABSENT && contentLength != length)) {
      throw invalid("invalid Content-Length", line, start, end);
    }
    contentLength = length;
  }

  /** Determines the framing of the body (RFC 9112, section 6.3). */
  private boolean headEnds() throws InvalidResponseException {
    if (encoded && contentLength != ABSENT) {
      throw new InvalidResponseException("both Content-Length and Transfer-Encoding");
    }
    lineBytes = 0;
    if (status < 200) {
      if (status == 101) {
        throw new InvalidResponseException("status 101: upgrade that was not requested");
      }
      state = State.STATUS_LINE;
      return false;
    }
    if (status == 204 || status == 304 || contentLength == 0) {
      return complete();
    }
    if (chunked) {
      state = State.CHUNK_SIZE;
    } else if (contentLength > 0) {
      state = State.BODY;
      remaining = contentLength;
    } else {
      state = State.BODY_UNTIL_END;
      remaining = Long.MAX_VALUE;
      closes = true;
    }
    return false;
  }

  private void chunkSize(ByteBuf line, int start, int end) throws InvalidResponseException {
    long size = 0;
    int at = start;
    for (; at < end; at++) {
      int digit = Character.digit(line.getByte(at), 16);
      if (digit < 0) {
        break;
      }
      size = 16 * size + digit;
    }
    int digits = at - start;
    int extension = LineText.skipBlanks(line, at, end);
    if (digits == 0
        || digits > MAX_CHUNK_DIGITS
        || (extension < end && line.getByte(extension) != ';')) {
      throw invalid("invalid chunk size", line, start, end);
    }
    lineBytes = 0;
    remaining = size;
    state = size == 0 ? State.TRAILERS : State.CHUNK;
  }

  private static InvalidResponseException invalid(String what, ByteBuf line, int start, int end) {
    return new InvalidResponseException(what + ": " + LineText.quoted(line, start, end));
  }

  private static long asLong(String eightCharacters) {
    return Unpooled.wrappedBuffer(LineText.bytes(eightCharacters)).getLong(0);
  }

  /** Thrown for bytes that are not a valid response; the connection must be closed. */
  static final class InvalidResponseException extends IOException {
    private static final long serialVersionUID = 1L;

    InvalidResponseException(String message) {
      super(message);
    }
  }
}
