package io.poolbench.dubbo;

import com.alibaba.com.caucho.hessian.io.AbstractDeserializer;
import com.alibaba.com.caucho.hessian.io.AbstractHessianInput;
import com.alibaba.com.caucho.hessian.io.Deserializer;
import com.alibaba.com.caucho.hessian.io.Hessian2Input;
import com.alibaba.com.caucho.hessian.io.HessianProtocolException;
import com.alibaba.com.caucho.hessian.io.SerializerFactory;
import com.alibaba.fastjson2.JSONB;
import com.alibaba.fastjson2.JSONReader;
import io.poolbench.study.CallSettings.Serialization;
import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Reads the class name and the message of a serialized exception and of its root cause. No class
 * that the exception names is loaded, and no object of one is made: an exception may be of any
 * class of the class path, and may contain objects of any other.
 */
final class ThrownText {
  /** The names of the message: of the field in hessian2, and of the property in fastjson2. */
  private static final List<String> MESSAGES = List.of("detailMessage", "message");

  private static final String CAUSE = "cause";
  private static final int MAX_CAUSES = 100;

  private ThrownText() {}

  /**
   * The exception in one line: {@code java.io.IOException: refused, cause: ...}.
   *
   * @param before the number of serialized values before the exception
   * @throws IOException where the bytes are not of the serialization
   */
  static String read(Serialization form, byte[] serialized, int before) throws IOException {
    AnswerShape.check(form, serialized, 0);
    Object thrown;
    try {
      thrown =
          form == Serialization.FASTJSON2
              ? jsonb(new DataInputStream(new ByteArrayInputStream(serialized)), before)
              : hessian2(serialized, before);
    } catch (RuntimeException | StackOverflowError e) {
      throw new IOException("exception not in " + form.id() + ": " + e, e);
    }
    Object root = root(thrown);
    return line(thrown) + (root == thrown ? "" : ", cause: " + line(root));
  }

  private static Object hessian2(byte[] serialized, int before) throws IOException {
    Hessian2Input in = new Hessian2Input(new ByteArrayInputStream(serialized));
    in.setSerializerFactory(new FieldsFactory());
    for (int value = 0; value < before; value++) {
      Object unused = in.readObject();
    }
    return in.readObject();
  }

  /** Each value is preceded by its length. */
  private static Object jsonb(DataInputStream in, int before) throws IOException {
    for (int value = 0; value < before; value++) {
      in.skipNBytes(in.readInt());
    }
    return value(JSONReader.ofJSONB(in.readNBytes(in.readInt())));
  }

  private static Object value(JSONReader in) {
    String type = "";
    if (in.nextIfMatch(JSONB.Constants.BC_TYPED_ANY)) {
      long unused = in.readTypeHashCode();
      type = in.getString();
    }
    if (in.isReference()) {
      return in.readReference();
    }
    if (in.nextIfObjectStart()) {
      Fields fields = new Fields(type, new HashMap<>());
      while (!in.nextIfObjectEnd()) {
        fields.values.put(in.readFieldName(), value(in));
      }
      return fields;
    }
    if (in.isArray()) {
      List<Object> values = new ArrayList<>();
      for (int left = in.startArray(); left > 0; left--) {
        values.add(value(in));
      }
      return values;
    }
    return in.readAny();
  }

  private static Object root(Object thrown) {
    Object root = thrown;
    // Without a cause, hessian2 has the exception itself as the cause.
    for (int depth = 0; depth < MAX_CAUSES; depth++) {
      Object cause = root instanceof Fields fields ? fields.values.get(CAUSE) : null;
      if (!(cause instanceof Fields) || cause == root) {
        return root;
      }
      root = cause;
    }
    return root;
  }

  private static String line(Object thrown) {
    if (!(thrown instanceof Fields fields)) {
      return "no exception";
    }
    return MESSAGES.stream()
        .map(fields.values::get)
        .filter(String.class::isInstance)
        .map(message -> fields.type + ": " + message)
        .findFirst()
        .orElse(fields.type)
        .lines()
        .findFirst()
        .orElse("");
  }

  /** A serialized object, as its class name and its fields. */
  private record Fields(String type, Map<String, Object> values) {}

  /** Reads an object of any class as its fields. */
  private static final class FieldsFactory extends SerializerFactory {
    @Override
    public Deserializer getDeserializer(String type) throws HessianProtocolException {
      return type == null || type.isEmpty()
          ? super.getDeserializer(type)
          : new FieldsDeserializer(type);
    }

    /** A list of any class is an {@code ArrayList}, as one of no class. */
    @Override
    public Deserializer getListDeserializer(String type) throws HessianProtocolException {
      return super.getListDeserializer("");
    }
  }

  private static final class FieldsDeserializer extends AbstractDeserializer {
    private final String type;

    FieldsDeserializer(String type) {
      this.type = type;
    }

    @Override
    public Object readObject(AbstractHessianInput in, Object[] names) throws IOException {
      Fields fields = new Fields(type, new HashMap<>());
      int unused = in.addRef(fields);
      for (Object name : names) {
        fields.values.put((String) name, in.readObject());
      }
      return fields;
    }

    @Override
    public Object readMap(AbstractHessianInput in) throws IOException {
      Fields fields = new Fields(type, new HashMap<>());
      int unused = in.addRef(fields);
      while (!in.isEnd()) {
        fields.values.put(String.valueOf(in.readObject()), in.readObject());
      }
      in.readEnd();
      return fields;
    }
  }
}
