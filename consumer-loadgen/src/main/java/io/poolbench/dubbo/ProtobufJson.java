package io.poolbench.dubbo;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.google.protobuf.Descriptors;
import com.google.protobuf.Internal;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.Message;
import com.google.protobuf.util.JsonFormat;
import io.poolbench.api.InvalidSettingException;
import java.util.stream.Collectors;

/** Converts protobuf messages from and to protobuf's own JSON form. Thread-safe. */
final class ProtobufJson {
  private static final ObjectMapper MAPPER = new ObjectMapper();

  private ProtobufJson() {}

  static boolean isMessage(Class<?> type) {
    return Message.class.isAssignableFrom(type);
  }

  static Message read(JsonNode form, Class<?> type, String place) {
    Message.Builder message =
        Internal.getDefaultInstance(type.asSubclass(Message.class)).newBuilderForType();
    try {
      JsonFormat.parser().merge(form.toString(), message);
      return message.build();
    } catch (InvalidProtocolBufferException e) {
      throw new InvalidSettingException(
          "arguments",
          "%s: %s (valid fields: %s)"
              .formatted(
                  place,
                  e.getMessage().lines().findFirst().orElse(""),
                  message.getDescriptorForType().getFields().stream()
                      .map(Descriptors.FieldDescriptor::getJsonName)
                      .collect(Collectors.joining(", "))));
    }
  }

  /** The JSON form of a message, including fields without a value. */
  static JsonNode write(Message message) {
    try {
      return MAPPER.readTree(JsonFormat.printer().includingDefaultValueFields().print(message));
    } catch (InvalidProtocolBufferException | JsonProcessingException e) {
      throw new IllegalArgumentException(e.getMessage(), e);
    }
  }
}
