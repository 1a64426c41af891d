package io.poolbench.dubbo;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.BeanDescription;
import com.fasterxml.jackson.databind.DeserializationConfig;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.JavaType;
import com.fasterxml.jackson.databind.JsonDeserializer;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.deser.AbstractDeserializer;
import com.fasterxml.jackson.databind.deser.BeanDeserializerBase;
import com.fasterxml.jackson.databind.deser.BeanDeserializerModifier;
import com.fasterxml.jackson.databind.deser.std.DelegatingDeserializer;
import com.fasterxml.jackson.databind.deser.std.UntypedObjectDeserializer;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;

/**
 * Makes an object of the class that its JSON names, {@code {"class": "com.example.Circle", ...}},
 * as in Dubbo's generic calls: where a type is abstract, a type variable, {@code Object} or raw.
 * Without a class such a value is a map, a list, a text, a number or a boolean.
 */
final class NamedClasses extends SimpleModule {
  private static final String CLASS = "class";

  NamedClasses(ClassLoader loader) {
    setDeserializerModifier(new Modifier(loader));
  }

  /** A class that cannot be made; its message is for the user. */
  static final class UnfitClassException extends JsonMappingException {
    UnfitClassException(JsonParser in, String message) {
      super(in, message);
    }
  }

  private static final class Modifier extends BeanDeserializerModifier {
    private final transient ClassLoader loader;

    Modifier(ClassLoader loader) {
      this.loader = loader;
    }

    @Override
    public JsonDeserializer<?> modifyDeserializer(
        DeserializationConfig config, BeanDescription type, JsonDeserializer<?> made) {
      if (type.getBeanClass() == Object.class) {
        return new AnyValue(loader);
      }
      return made instanceof BeanDeserializerBase || made instanceof AbstractDeserializer
          ? new Bean(made, type.getBeanClass(), loader)
          : made;
    }
  }

  private static boolean namesClass(JsonNode node) {
    return node.isObject() && node.path(CLASS).isTextual();
  }

  /** Makes an object of the named class, which must be of the declared type. */
  private static Object made(
      JsonNode node,
      Class<?> declared,
      ClassLoader loader,
      JsonParser in,
      DeserializationContext context)
      throws IOException {
    ObjectNode fields = node.deepCopy();
    String name = fields.remove(CLASS).textValue();
    Class<?> named;
    try {
      named = Class.forName(name, /* initialize= */ false, loader);
    } catch (ClassNotFoundException | LinkageError e) {
      throw new UnfitClassException(in, "no class '" + name + "' in the application");
    }
    if (!declared.isAssignableFrom(named)) {
      throw new UnfitClassException(in, name + " is no " + declared.getName());
    }
    try (JsonParser again = again(fields, in)) {
      return context.readValue(again, named);
    }
  }

  private static JsonParser again(JsonNode node, JsonParser in) throws IOException {
    JsonParser again = node.traverse(in.getCodec());
    again.nextToken();
    return again;
  }

  /** An object of a class, or of a subclass that it names. */
  private static final class Bean extends DelegatingDeserializer {
    private final Class<?> declared;
    private final transient ClassLoader loader;

    Bean(JsonDeserializer<?> made, Class<?> declared, ClassLoader loader) {
      super(made);
      this.declared = declared;
      this.loader = loader;
    }

    @Override
    protected JsonDeserializer<?> newDelegatingInstance(JsonDeserializer<?> made) {
      return new Bean(made, declared, loader);
    }

    @Override
    public Object deserialize(JsonParser in, DeserializationContext context) throws IOException {
      if (!in.hasToken(JsonToken.START_OBJECT)) {
        return super.deserialize(in, context);
      }
      JsonNode node = context.readTree(in);
      if (namesClass(node) && !knows(CLASS)) {
        return made(node, declared, loader, in, context);
      }
      try (JsonParser again = again(node, in)) {
        return super.deserialize(again, context);
      }
    }

    private boolean knows(String property) {
      return getKnownPropertyNames() != null && getKnownPropertyNames().contains(property);
    }
  }

  /** A value of no known type. */
  private static final class AnyValue extends UntypedObjectDeserializer {
    private final transient ClassLoader loader;

    AnyValue(ClassLoader loader) {
      super((JavaType) null, null);
      this.loader = loader;
    }

    @Override
    public Object deserialize(JsonParser in, DeserializationContext context) throws IOException {
      if (!in.hasToken(JsonToken.START_OBJECT)) {
        return super.deserialize(in, context);
      }
      JsonNode node = context.readTree(in);
      if (namesClass(node)) {
        return made(node, Object.class, loader, in, context);
      }
      try (JsonParser again = again(node, in)) {
        return super.deserialize(again, context);
      }
    }
  }
}
