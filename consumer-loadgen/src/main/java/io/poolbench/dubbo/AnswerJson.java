package io.poolbench.dubbo;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.databind.ObjectWriter;
import com.google.protobuf.Message;
import java.io.IOException;
import java.io.Writer;

/**
 * The JSON form of an answer. Its length is limited: an answer of few bytes whose lists refer to
 * one another has a form of any length.
 */
final class AnswerJson {
  private static final int MAX_CHARACTERS = 8 << 20;

  private static final ObjectWriter COMPACT = ExpectedAnswer.MAPPER.writer();
  private static final ObjectWriter PRETTY = ExpectedAnswer.MAPPER.writerWithDefaultPrettyPrinter();
  private static final ObjectReader READER =
      ExpectedAnswer.MAPPER.reader().with(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS);

  private AnswerJson() {}

  /**
   * The form as a tree.
   *
   * @throws IOException if the value has no form, or a longer one than the limit
   */
  static JsonNode tree(Object value) throws IOException {
    if (value instanceof Message message) {
      return ProtobufJson.write(message);
    }
    Limited text = written(COMPACT, MAX_CHARACTERS, value);
    if (text.isCut) {
      throw new IOException("longer than %d Mi characters".formatted(MAX_CHARACTERS >> 20));
    }
    return READER.readTree(text.characters.toString());
  }

  /** The form on several lines, cut at the limit. */
  static String pretty(Object value) {
    return text(PRETTY, MAX_CHARACTERS, value);
  }

  /** The beginning of the form, for a message. */
  static String beginning(Object value, int characters) {
    return text(COMPACT, characters, value);
  }

  private static String text(ObjectWriter writer, int limit, Object value) {
    try {
      return written(writer, limit, value).toString();
    } catch (IOException | IllegalArgumentException noForm) {
      return "an object of " + value.getClass().getName() + " without a JSON form";
    }
  }

  private static Limited written(ObjectWriter writer, int limit, Object value) throws IOException {
    Object written = value instanceof Message message ? ProtobufJson.write(message) : value;
    Limited text = new Limited(limit);
    try (JsonGenerator generator = new JsonFactory().createGenerator(text)) {
      writer.writeValue(generator, written);
    } catch (IOException | StackOverflowError e) {
      if (!text.isCut) {
        throw new IOException(e.getMessage(), e);
      }
    }
    return text;
  }

  /** Keeps the first characters, and fails on the next one. */
  private static final class Limited extends Writer {
    private final int limit;
    private final StringBuilder characters = new StringBuilder();
    private boolean isCut;

    Limited(int limit) {
      this.limit = limit;
    }

    @Override
    public void write(char[] buffer, int offset, int length) throws IOException {
      int fits = Math.min(length, limit - characters.length());
      characters.append(buffer, offset, fits);
      if (fits < length) {
        isCut = true;
        throw new IOException("cut");
      }
    }

    @Override
    public void flush() {
      // Nothing is buffered.
    }

    @Override
    public void close() {
      // Nothing is open.
    }

    @Override
    public String toString() {
      return isCut ? characters + "..." : characters.toString();
    }
  }
}
