package io.poolbench.dubbo;

import com.google.protobuf.CodedInputStream;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.netty.handler.codec.http2.DefaultHttp2HeadersEncoder;
import io.netty.handler.codec.http2.Http2Exception;
import io.netty.handler.codec.http2.Http2HeadersEncoder;
import io.netty.util.NetUtil;
import io.poolbench.api.InvalidSettingException;
import io.poolbench.api.RpcProtocol;
import io.poolbench.dubbo.ClientKind.TargetConfig;
import io.poolbench.dubbo.MeasuredCall.CalledService;
import io.poolbench.study.CallSettings.Serialization;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.lang.reflect.Method;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.apache.dubbo.common.constants.CommonConstants;
import org.apache.dubbo.rpc.model.PackableMethod;
import org.apache.dubbo.rpc.model.ReflectionMethodDescriptor;
import org.apache.dubbo.rpc.protocol.tri.ReflectionPackableMethod;
import org.apache.dubbo.rpc.protocol.tri.RequestMetadata;
import org.apache.dubbo.rpc.protocol.tri.TripleConstants;
import org.apache.dubbo.rpc.protocol.tri.TripleCustomerProtocolWrapper.TripleResponseWrapper;
import org.apache.dubbo.rpc.protocol.tri.compressor.Identity;

/**
 * Encodes requests and decodes answers of Triple's unary calls by Dubbo's own codecs, as a consumer
 * of this version of Dubbo does: protobuf messages as they are, any other types within Dubbo's
 * wrapper message.
 *
 * <p>Thread-safe. As slow as Dubbo's codec, so not meant for every call.
 */
final class TriCodec extends CodecScope {
  private static final int ANY_STREAM = 1;

  /** Triple's name of hessian2. */
  private static final String HESSIAN4 = "hessian4";

  private static final int BLOCK_BYTES = 512;

  /** The largest number of {@code grpc-timeout}: eight digits. */
  private static final long MAX_MICROS = 99_999_999;

  private final MeasuredCall call;
  private final ReflectionMethodDescriptor method;
  private final PackableMethod messages;
  private final long timeoutMillis;
  private final String authority;

  TriCodec(TargetConfig config) {
    super(config.call().service(), RpcProtocol.TRI);
    this.call = config.call();
    this.timeoutMillis = config.settings().timeoutMillis();
    // With brackets around an IPv6 address.
    this.authority = NetUtil.toSocketAddressString(config.provider().address());
    this.method = new ReflectionMethodDescriptor(method(call));
    this.messages = ReflectionPackableMethod.init(method, url());
  }

  static void requireUnary(MeasuredCall call) {
    Method called = method(call);
    if (Stream.concat(Stream.of(called.getReturnType()), Stream.of(called.getParameterTypes()))
        .anyMatch(ReflectionPackableMethod::isStreamType)) {
      throw new InvalidSettingException(
          "method", "'" + call.methodName() + "' is a streaming one of Triple (valid: unary ones)");
    }
    try {
      ReflectionMethodDescriptor method = new ReflectionMethodDescriptor(called);
      ReflectionPackableMethod.needWrap(
          method, called.getParameterTypes(), (Class<?>) method.getReturnTypes()[0]);
    } catch (IllegalStateException e) {
      throw new InvalidSettingException(
          "method",
          "'%s': %s (valid: protobuf only, or none)".formatted(call.methodName(), e.getMessage()));
    }
  }

  private static Method method(MeasuredCall call) {
    try {
      return call.service().type().getMethod(call.methodName(), call.parameterTypes());
    } catch (NoSuchMethodException e) {
      throw new IllegalArgumentException(e);
    }
  }

  /** The header block of every request, valid anywhere: it does not use HPACK's dynamic table. */
  byte[] headers() {
    DefaultHttp2HeadersEncoder encoder =
        new DefaultHttp2HeadersEncoder(
            Http2HeadersEncoder.NEVER_SENSITIVE, /* ignoreMaxHeaderListSize= */ true);
    try {
      encoder.configuration().maxHeaderTableSize(0);
      // The first block also contains the update of the table's size.
      encoded(encoder);
      return encoded(encoder);
    } catch (Http2Exception e) {
      throw new IllegalStateException(e);
    }
  }

  private byte[] encoded(DefaultHttp2HeadersEncoder encoder) throws Http2Exception {
    ByteBuf block = Unpooled.buffer(BLOCK_BYTES);
    encoder.encodeHeaders(ANY_STREAM, metadata().toHeaders(), block);
    return ByteBufUtil.getBytes(block);
  }

  private RequestMetadata metadata() {
    CalledService service = call.service();
    RequestMetadata metadata = new RequestMetadata();
    metadata.scheme = TripleConstants.HTTP_SCHEME;
    metadata.address = authority;
    metadata.service = service.name();
    metadata.method = method;
    metadata.timeout =
        timeoutMillis <= MAX_MICROS / 1_000 ? timeoutMillis * 1_000 + "u" : timeoutMillis + "m";
    metadata.version = service.version().isEmpty() ? null : service.version();
    metadata.group = service.group().isEmpty() ? null : service.group();
    metadata.application = FrameCodec.APPLICATION;
    metadata.compressor = Identity.IDENTITY;
    Map<String, Object> attachments = new HashMap<>(service.attachments());
    if (service.isGeneric()) {
      attachments.put(CommonConstants.GENERIC_KEY, "true");
    }
    attachments.put(CommonConstants.TIMEOUT_KEY, String.valueOf(timeoutMillis));
    metadata.attachments = attachments;
    return metadata;
  }

  byte[] message(int variant) throws IOException {
    return packed(() -> messages.packRequest(call.arguments(variant)));
  }

  /** The message of an answer of null; empty where the type of the answers has none. */
  byte[] nullAnswer() throws IOException {
    return packed(
        () -> {
          if (!messages.needWrapper()) {
            return new byte[0];
          }
          // A request is parsed first, as an answer names the serialization that its request named.
          messages.parseRequest(message(0));
          return messages.packResponse(null);
        });
  }

  private byte[] packed(Callable<byte[]> packing) throws IOException {
    try (Loading loading = loading()) {
      return packing.call();
    } catch (IOException e) {
      throw e;
    } catch (Exception e) {
      throw new IOException("request cannot be encoded: " + e, e);
    }
  }

  FrameCodec.Answer decode(byte[] message) {
    try (Loading loading = loading()) {
      return FrameCodec.Answer.of(
          messages.needWrapper() ? unwrapped(message) : messages.parseResponse(message));
    } catch (Exception | LinkageError | StackOverflowError e) {
      return FrameCodec.Answer.failed("undecodable answer: " + e);
    }
  }

  /**
   * The value in Dubbo's wrapper message. Dubbo's own reader of it gives the serialization no URL,
   * so that it would make objects of the classes that another framework of this JVM permits.
   */
  private Object unwrapped(byte[] message) throws IOException, ClassNotFoundException {
    TripleResponseWrapper wrapper = wrapper(message);
    return framework()
        .getExtensionLoader(org.apache.dubbo.common.serialize.Serialization.class)
        .getExtension(form(wrapper).id())
        .deserialize(url(), new ByteArrayInputStream(wrapper.getData()))
        .readObject((Class<?>) method.getReturnTypes()[0]);
  }

  /** Reads the message of an answer that is an exception, always in Dubbo's wrapper message. */
  static FrameCodec.Answer thrown(byte[] message) {
    try {
      TripleResponseWrapper wrapper = wrapper(message);
      return FrameCodec.Answer.thrown(form(wrapper), wrapper.getData(), /* before= */ 0);
    } catch (IOException | RuntimeException e) {
      return FrameCodec.Answer.failed("undecodable answer: " + e);
    }
  }

  /** Dubbo's wrapper message, whose reader allocates what a length announces. */
  private static TripleResponseWrapper wrapper(byte[] message) throws IOException {
    CodedInputStream fields = CodedInputStream.newInstance(message);
    while (fields.readTag() != 0) {
      int length = fields.readRawVarint32();
      if (length < 0 || length > message.length - fields.getTotalBytesRead()) {
        throw new IOException("field of " + length + " bytes in " + message.length);
      }
      fields.skipRawBytes(length);
    }
    TripleResponseWrapper wrapper = TripleResponseWrapper.parseFrom(message);
    if (wrapper.getData() == null || wrapper.getSerializeType() == null) {
      throw new IOException("wrapper message without data");
    }
    AnswerShape.check(form(wrapper), wrapper.getData(), 0);
    return wrapper;
  }

  private static Serialization form(TripleResponseWrapper wrapper) {
    String name = wrapper.getSerializeType();
    return name.equals(HESSIAN4)
        ? Serialization.HESSIAN2
        : Serialization.of(name)
            .orElseThrow(() -> new IllegalArgumentException("serialization '" + name + "'"));
  }
}
