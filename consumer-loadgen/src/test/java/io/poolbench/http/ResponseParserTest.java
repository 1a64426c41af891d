package io.poolbench.http;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.http.FullHttpResponse;
import io.netty.handler.codec.http.HttpObjectAggregator;
import io.netty.handler.codec.http.HttpResponseDecoder;
import io.netty.handler.codec.http.HttpUtil;
import io.poolbench.http.ResponseParser.InvalidResponseException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SplittableRandom;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ResponseParserTest {
  /** A response as both parsers report it. */
  private record Seen(int status, String body, boolean reusable) {}

  /** Netty's decoder is the oracle. */
  @Property(tries = 300)
  void anyChunkingGivesWhatNettyReads(
      @ForAll long seed, @ForAll @Size(max = 40) List<@IntRange(min = 1, max = 60) Integer> parts) {
    SplittableRandom random = new SplittableRandom(seed);
    StringBuilder stream = new StringBuilder();
    int responses = random.nextInt(6);
    for (int i = 0; i < responses; i++) {
      stream.append(response(random));
    }
    List<Seen> expected = netty(stream.toString());
    assertThat(parse(stream.toString(), parts)).isEqualTo(expected);
    List<Integer> singles = Collections.nCopies(stream.length(), 1);
    assertThat(parse(stream.toString(), singles)).isEqualTo(expected);
  }

  private static String response(SplittableRandom random) {
    int[] statuses = {200, 200, 200, 404, 500, 503};
    int status = statuses[random.nextInt(statuses.length)];
    StringBuilder text = new StringBuilder("HTTP/1.1 ").append(status).append(" Some Reason\r\n");
    text.append("Date: Sun, 22 Nov 2026 04:15:24 GMT\r\nX-Empty:\r\n");
    switch (random.nextInt(4)) {
      case 0 -> text.append("Connection: close\r\n");
      case 1 -> text.append("CONNECTION:  Keep-Alive \r\n");
      default -> {
        // HTTP/1.1 keeps a connection.
      }
    }
    if (random.nextBoolean()) {
      text.append("transfer-encoding: Chunked\r\n\r\n");
      for (int chunks = random.nextInt(4); chunks > 0; chunks--) {
        String chunk = body(random, 1 + random.nextInt(300));
        text.append(Integer.toHexString(chunk.length()))
            .append("\r\n")
            .append(chunk)
            .append("\r\n");
      }
      return text.append("0\r\n\r\n").toString();
    }
    String body = body(random, random.nextInt(400));
    return text.append("content-LENGTH: ")
        .append(body.length())
        .append(" \r\n\r\n")
        .append(body)
        .toString();
  }

  /** Any bytes, line ends among them. */
  private static String body(SplittableRandom random, int length) {
    StringBuilder body = new StringBuilder();
    for (int i = 0; i < length; i++) {
      body.append(random.nextInt(8) == 0 ? "\r\n".charAt(i % 2) : (char) random.nextInt(256));
    }
    return body.toString();
  }

  private static List<Seen> parse(String stream, List<Integer> sizes) {
    Reading reading = new Reading();
    int from = 0;
    try {
      for (int size : sizes) {
        int to = Math.min(stream.length(), from + size);
        reading.read(stream.substring(from, to));
        from = to;
      }
      reading.read(stream.substring(from));
    } catch (InvalidResponseException e) {
      throw new AssertionError(e);
    }
    return reading.seen;
  }

  private static List<Seen> netty(String stream) {
    EmbeddedChannel channel =
        new EmbeddedChannel(new HttpResponseDecoder(), new HttpObjectAggregator(1 << 20));
    channel.writeInbound(Unpooled.copiedBuffer(stream, ISO_8859_1));
    List<Seen> seen = new ArrayList<>();
    for (FullHttpResponse response = channel.readInbound();
        response != null;
        response = channel.readInbound()) {
      seen.add(
          new Seen(
              response.status().code(),
              response.content().toString(ISO_8859_1),
              HttpUtil.isKeepAlive(response)));
      response.release();
    }
    channel.finishAndReleaseAll();
    return seen;
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "SSH-2.0-OpenSSH_9.2\r\n",
        "HTTP/2.0 200 OK\r\n",
        "HTTP/1.1 2000 OK\r\n",
        "HTTP/1.1 2x0 OK\r\n",
        "HTTP/1.1 999 OK\r\n",
        "HTTP/1.1  200 OK\r\n",
        "HTTP/1.1 200\n",
        "\r\n",
        "HTTP/1.1 103 Early Hints\r\n",
        "HTTP/1.1 200 OK\r\nno colon\r\n",
        "HTTP/1.1 200 OK\r\n: no name\r\n",
        "HTTP/1.1 200 OK\r\n\r\n",
        "HTTP/1.1 200 OK\r\nContent-Length : 5\r\n\r\n",
        "HTTP/1.1 200 OK\r\nContent-Length: \r\n",
        "HTTP/1.1 200 OK\r\nContent-Length: -5\r\n",
        "HTTP/1.1 200 OK\r\nContent-Length: +5\r\n",
        "HTTP/1.1 200 OK\r\nContent-Length: 0x5\r\n",
        "HTTP/1.1 200 OK\r\nContent-Length: 1234567890123456789\r\n",
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: gzip\r\n\r\n",
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n\r\n",
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nxyz\r\n",
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5 5\r\n",
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1234567890abcdef\r\n",
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nlonger\r\n",
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n0\r\nX-Trailer: 1\r\n",
      })
  void malformedInputIsAnErrorAtOnceHoweverItArrives(String bytes) {
    assertThatExceptionOfType(InvalidResponseException.class)
        .isThrownBy(() -> new Reading().read(bytes));
    assertThatExceptionOfType(InvalidResponseException.class)
        .isThrownBy(
            () -> {
              Reading reading = new Reading();
              for (int i = 0; i < bytes.length(); i++) {
                reading.read(bytes.substring(i, i + 1));
              }
            });
  }

  @Test
  void anEndlessHeadIsAnError() {
    Reading reading = new Reading();
    assertThatExceptionOfType(InvalidResponseException.class)
        .isThrownBy(
            () -> {
              reading.read("HTTP/1.1 200 OK\r\nX: ");
              for (int i = 0; i <= ResponseParser.MAX_HEAD_BYTES / 1024; i++) {
                reading.read("x".repeat(1024));
              }
            })
        .withMessageContaining("64 KiB");
  }

  /** No bytes may end in anything but responses or an {@link InvalidResponseException}. */
  @Property(tries = 1000)
  void aDamagedResponseNeverBreaksTheParser(
      @ForAll long seed, @ForAll @IntRange(max = 300) int at, @ForAll byte damage) {
    byte[] bytes = response(new SplittableRandom(seed)).getBytes(ISO_8859_1);
    bytes[at % bytes.length] = damage;
    Reading reading = new Reading();
    try {
      reading.read(new String(bytes, ISO_8859_1));
      assertThat(reading.seen).hasSizeLessThanOrEqualTo(1);
    } catch (InvalidResponseException e) {
      assertThat(e).hasMessageMatching("[ -~]+");
    }
  }

  /** Feeds a parser as a connection would that accepts any number of responses. */
  private static final class Reading {
    private final StringBuilder body = new StringBuilder();
    private final ResponseParser parser =
        new ResponseParser(
            (buffer, start, bytes) -> body.append(buffer.toString(start, bytes, ISO_8859_1)));
    private final List<Seen> seen = new ArrayList<>();

    void read(String bytes) throws InvalidResponseException {
      // A buffer that does not begin at 0, as one of a read may not.
      ByteBuf in = Unpooled.buffer().writeZero(3).skipBytes(3);
      in.writeBytes(bytes.getBytes(ISO_8859_1));
      while (in.isReadable()) {
        if (parser.read(in)) {
          seen.add(new Seen(parser.status(), body.toString(), parser.isReusable()));
          body.setLength(0);
        }
      }
    }
  }
}
