package io.poolbench.dubbo;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonProcessingException;
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
    Limited text = new Limited(MAX_CHARACTERS);
    write(COMPACT, text, value);
    if (text.isCut) {
      throw new IOException("longer than %d Mi characters".formatted(MAX_CHARACTERS >> 20));
    }
    return READER.readTree(text.characters.toString());
  }

  /** The form on several lines, cut at the limit; the value's own text if it has no form. */
  static String pretty(Object value) {
    try {
      if (value instanceof Message message) {
        return ProtobufJson.write(message).toPrettyString();
      }
      Limited text = new Limited(MAX_CHARACTERS);
      write(ExpectedAnswer.MAPPER.writerWithDefaultPrettyPrinter(), text, value);
      return text.toString();
    } catch (IOException | IllegalArgumentException noForm) {
      return "an object of " + value.getClass().getName() + " without a JSON form";
    }
  }

  /** The beginning of the form, for a message. */
  static String beginning(Object value, int characters) {
    try {
      if (value instanceof Message message) {
        String all = ProtobufJson.write(message).toString();
        return all.substring(0, Math.min(all.length(), characters));
      }
      Limited text = new Limited(characters);
      write(COMPACT, text, value);
      return text.toString();
    } catch (IOException | IllegalArgumentException noForm) {
      return "an object of " + value.getClass().getName();
    }
  }

  private static void write(ObjectWriter form, Limited text, Object value) throws IOException {
    try (JsonGenerator generator = new JsonFactory().createGenerator(text)) {
      form.writeValue(generator, value);
    } catch (JsonProcessingException | StackOverflowError e) {
      if (!text.isCut) {
        throw new IOException(e.getMessage(), e);
      }
    } catch (IOException e) {
      if (!text.isCut) {
        throw e;
      }
    }
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
