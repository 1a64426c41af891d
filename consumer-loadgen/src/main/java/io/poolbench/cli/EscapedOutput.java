package io.poolbench.cli;

import io.poolbench.report.format.Text;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.Charset;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CodingErrorAction;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Standard output or standard error, which nothing passes by. A text may come from a study, a
 * provider, a result or a log: what a terminal would obey instead of showing it is written as an
 * escape, see {@link Text#line}, but for line breaks, tabs, and the colours of reports.
 * Thread-safe.
 */
final class EscapedOutput extends PrintStream {
  private static final int ESC = 0x1b;

  /** The codes by which reports set and reset colours; they can neither move nor erase. */
  private static final Set<String> COLOURS =
      Set.of("\u001b[0m", "\u001b[1m", "\u001b[2m", "\u001b[31m", "\u001b[32m", "\u001b[33m");

  private static final int LONGEST_COLOUR = 5;

  private final Escaping escaping;
  private final Charset charset;

  private EscapedOutput(Escaping escaping, Charset charset) {
    super(escaping, /* autoFlush= */ true, charset);
    this.escaping = escaping;
    this.charset = charset;
  }

  static EscapedOutput of(OutputStream terminal, Charset charset) {
    return new EscapedOutput(new Escaping(terminal, charset), charset);
  }

  /** Standard output. */
  static EscapedOutput out() {
    return of(new FileOutputStream(FileDescriptor.out), charset("stdout.encoding"));
  }

  /** Standard error. */
  static EscapedOutput err() {
    return of(new FileOutputStream(FileDescriptor.err), charset("stderr.encoding"));
  }

  /** The terminal's character set: JDK 17 has another name for it, and none without a terminal. */
  private static Charset charset(String property) {
    return Stream.of(property, "sun." + property, "native.encoding")
        .map(System::getProperty)
        .filter(name -> name != null && !name.isEmpty() && Charset.isSupported(name))
        .findFirst()
        .map(Charset::forName)
        .orElse(Charset.defaultCharset());
  }

  Writer writer() {
    return new Writer(this);
  }

  /** Why output was lost, such as by a full disk; empty if a reader closed its pipe. */
  Optional<String> failure() {
    flush();
    return escaping.failure();
  }

  /** A writer of texts, and of codes that move the cursor. */
  static final class Writer extends PrintWriter {
    private final EscapedOutput output;

    private Writer(EscapedOutput output) {
      super(new OutputStreamWriter(output, output.charset), /* autoFlush= */ true);
      this.output = output;
    }

    /** Writes codes of this program as they are, if the writer is one of a terminal. */
    static void control(PrintWriter out, String codes) {
      if (out instanceof Writer terminal) {
        terminal.flush();
        terminal.output.escaping.control(codes);
      } else {
        out.print(codes);
      }
    }
  }

  /** The bytes of texts, with escapes. */
  private static final class Escaping extends OutputStream {
    private final OutputStream terminal;
    private final Charset charset;
    private final CharsetDecoder decoder;

    /** The bytes of an incomplete character. */
    private ByteBuffer undecoded = ByteBuffer.allocate(0);

    /** The beginning of a code, or the first half of a character. */
    private final StringBuilder begun = new StringBuilder();

    private String failure = "";

    Escaping(OutputStream terminal, Charset charset) {
      this.terminal = terminal;
      this.charset = charset;
      this.decoder =
          charset
              .newDecoder()
              .onMalformedInput(CodingErrorAction.REPLACE)
              .onUnmappableCharacter(CodingErrorAction.REPLACE);
    }

    @Override
    public void write(int one) throws IOException {
      write(new byte[] {(byte) one}, 0, 1);
    }

    @Override
    public synchronized void write(byte[] bytes, int offset, int length) throws IOException {
      ByteBuffer in = ByteBuffer.allocate(undecoded.remaining() + length);
      in.put(undecoded).put(bytes, offset, length).flip();
      CharBuffer chars =
          CharBuffer.allocate((int) (in.remaining() * decoder.maxCharsPerByte()) + 1);
      var unused = decoder.decode(in, chars, /* endOfInput= */ false);
      undecoded = in.slice();
      StringBuilder out = new StringBuilder();
      chars.flip().chars().forEach(unit -> append((char) unit, out));
      send(out.toString().getBytes(charset));
    }

    private void append(char unit, StringBuilder out) {
      if (!begun.isEmpty() && begun.charAt(0) == ESC) {
        begun.append(unit);
        String code = begun.toString();
        if (COLOURS.contains(code)) {
          begun.setLength(0);
          out.append(code);
        } else if (code.length() == LONGEST_COLOUR
            || COLOURS.stream().noneMatch(colour -> colour.startsWith(code))) {
          begun.setLength(0);
          out.append(Text.line("\u001b"));
          code.substring(1).chars().forEach(rest -> append((char) rest, out));
        }
      } else if (!begun.isEmpty()) {
        String character = begun.append(unit).toString();
        begun.setLength(0);
        out.append(Text.line(character));
      } else if (unit == ESC || Character.isHighSurrogate(unit)) {
        begun.append(unit);
      } else if (unit == '\n' || unit == '\t') {
        out.append(unit);
      } else {
        out.append(unit == '\r' ? "\\r" : Text.line(String.valueOf(unit)));
      }
    }

    synchronized void control(String codes) {
      try {
        send(codes.getBytes(charset));
      } catch (IOException e) {
        // It is kept as the failure.
        return;
      }
    }

    private void send(byte[] bytes) throws IOException {
      try {
        terminal.write(bytes);
      } catch (IOException e) {
        failure = String.valueOf(e.getMessage());
        throw e;
      }
    }

    synchronized Optional<String> failure() {
      return Optional.of(failure).filter(why -> !why.isEmpty() && !why.contains("Broken pipe"));
    }

    @Override
    public void flush() throws IOException {
      terminal.flush();
    }
  }
}
