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
import java.util.stream.Stream;

/**
 * Standard output or standard error, which nothing passes by. A text may come from a study, a
 * provider, a result or a log: what a terminal would obey instead of showing it is written as an
 * escape, see {@link Text#line}, but for line breaks and tabs. Thread-safe.
 */
final class EscapedOutput extends PrintStream {
  private final Escaping escaping;

  private EscapedOutput(Escaping escaping) {
    super(escaping, /* autoFlush= */ true, escaping.charset);
    this.escaping = escaping;
  }

  static EscapedOutput of(OutputStream terminal, Charset charset) {
    return new EscapedOutput(new Escaping(terminal, charset));
  }

  /** Standard output. */
  static EscapedOutput out() {
    return of(new FileOutputStream(FileDescriptor.out), charset());
  }

  /** The character set of standard output. */
  static Charset charset() {
    return charset("stdout.encoding");
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

  PrintWriter writer() {
    return new Writer(this);
  }

  /** Why output was lost, such as by a full disk; empty if a reader closed its pipe. */
  Optional<String> failure() {
    flush();
    return escaping.failure();
  }

  /** Writes what is escaped already, with codes of colours and of the cursor. */
  static void raw(PrintWriter out, String text) {
    out.flush();
    if (out instanceof Writer terminal) {
      terminal.output.escaping.raw(text);
    } else {
      out.print(text);
      out.flush();
    }
  }

  private static final class Writer extends PrintWriter {
    private final EscapedOutput output;

    private Writer(EscapedOutput output) {
      super(new OutputStreamWriter(output, output.escaping.charset), /* autoFlush= */ true);
      this.output = output;
    }
  }

  /** The bytes of texts, with escapes. */
  private static final class Escaping extends OutputStream {
    private final OutputStream terminal;
    private final Charset charset;
    private final CharsetDecoder decoder;

    /** The bytes of an incomplete character. */
    private ByteBuffer undecoded = ByteBuffer.allocate(0);

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
      chars.flip().codePoints().mapToObj(Escaping::escaped).forEach(out::append);
      send(out.toString());
    }

    private static String escaped(int codePoint) {
      return switch (codePoint) {
        case '\n', '\t' -> Character.toString(codePoint);
        case '\r' -> "\\r";
        default -> Text.line(Character.toString(codePoint));
      };
    }

    synchronized void raw(String text) {
      try {
        send(text);
        terminal.flush();
      } catch (IOException e) {
        failure = String.valueOf(e.getMessage());
      }
    }

    private void send(String text) throws IOException {
      try {
        terminal.write(text.getBytes(charset));
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
