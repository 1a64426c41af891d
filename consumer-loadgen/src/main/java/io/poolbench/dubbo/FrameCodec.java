package io.poolbench.dubbo;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.poolbench.api.RpcProtocol;
import io.poolbench.dubbo.MeasuredCall.CalledService;
import io.poolbench.study.CallSettings.Serialization;
import java.io.IOException;
import java.lang.reflect.Proxy;
import java.util.Arrays;
import java.util.Optional;
import org.apache.dubbo.common.URL;
import org.apache.dubbo.common.Version;
import org.apache.dubbo.common.constants.CommonConstants;
import org.apache.dubbo.remoting.Channel;
import org.apache.dubbo.remoting.Constants;
import org.apache.dubbo.remoting.buffer.ChannelBuffer;
import org.apache.dubbo.remoting.buffer.ChannelBuffers;
import org.apache.dubbo.remoting.exchange.HeartBeatResponse;
import org.apache.dubbo.remoting.exchange.Request;
import org.apache.dubbo.remoting.exchange.Response;
import org.apache.dubbo.remoting.transport.CodecSupport;
import org.apache.dubbo.rpc.AppResponse;
import org.apache.dubbo.rpc.RpcInvocation;
import org.apache.dubbo.rpc.model.FrameworkModel;
import org.apache.dubbo.rpc.protocol.dubbo.DecodeableRpcResult;
import org.apache.dubbo.rpc.protocol.dubbo.DubboCodec;

/**
 * Encodes and decodes frames of the dubbo protocol by Dubbo's own codec, as a consumer of this
 * version of Dubbo does.
 *
 * <p>Requests have the attachments of an ordinary synchronous call. Thread-safe. As slow as Dubbo's
 * codec, so not meant for every call.
 */
final class FrameCodec extends CodecScope {
  static final String APPLICATION = "poolbench-consumer";

  private static final int BUFFER_BYTES = 1024;
  private static final String NO_VERSION = "0.0.0";
  private static final String CAUSED_BY = "Caused by: ";

  /** Part of the answer to a call without the token of its service ({@code TokenFilter}). */
  private static final String TOKEN_TEXT = "Invalid token!";

  /** A placeholder, replaced by the id at each send. */
  private static final long NO_ID = 0;

  private final Channel channel;

  /** Without a limit: only a provider knows its own, and it sends no answer beyond it. */
  private final Channel answers;

  private final AnswerCodec codec;
  private final MeasuredCall call;
  private final long timeoutMillis;

  FrameCodec(MeasuredCall call, long timeoutMillis) {
    super(call.service(), RpcProtocol.DUBBO);
    this.call = call;
    this.timeoutMillis = timeoutMillis;
    this.channel = channel(url());
    this.answers = channel(url().addParameter(Constants.PAYLOAD_KEY, Integer.MAX_VALUE));
    this.codec = new AnswerCodec(framework(), invocation(call.arguments(0)));
  }

  /** A channel with a URL, an address and a text, which are all that Dubbo's codec asks for. */
  private static Channel channel(URL url) {
    return (Channel)
        Proxy.newProxyInstance(
            Channel.class.getClassLoader(),
            new Class<?>[] {Channel.class},
            (channel, method, arguments) ->
                switch (method.getName()) {
                  case "getUrl" -> url;
                  case "getRemoteAddress" -> url.toInetSocketAddress();
                  case "toString" -> url.toString();
                  default -> throw new UnsupportedOperationException(method.getName());
                });
  }

  byte[] request(int variant) throws IOException {
    return request(call.arguments(variant));
  }

  /** The same request with the other unique number. */
  byte[] otherRequest(int variant) throws IOException {
    return request(call.otherArguments(variant));
  }

  private byte[] request(Object[] arguments) throws IOException {
    Request request = new Request(NO_ID);
    request.setVersion(Version.getProtocolVersion());
    request.setTwoWay(true);
    request.setData(invocation(arguments));
    return encoded(request);
  }

  /** A heartbeat request, without its id. */
  byte[] heartbeat() throws IOException {
    Request request = new Request(NO_ID);
    request.setVersion(Version.getProtocolVersion());
    request.setTwoWay(true);
    request.setEvent(CommonConstants.HEARTBEAT_EVENT);
    return encoded(request);
  }

  /** The answer to a heartbeat request, without its id. */
  byte[] heartbeatAnswer() throws IOException {
    HeartBeatResponse response = new HeartBeatResponse(NO_ID, Version.getProtocolVersion());
    response.setProto(CodecSupport.getIDByName(call.service().serialization().id()));
    response.setEvent(CommonConstants.HEARTBEAT_EVENT);
    return encoded(response);
  }

  private byte[] encoded(Object message) throws IOException {
    ChannelBuffer buffer = ChannelBuffers.dynamicBuffer(BUFFER_BYTES);
    try (Loading loading = loading()) {
      codec.encode(channel, buffer, message);
    } catch (RuntimeException e) {
      throw new IOException("request cannot be encoded: " + e, e);
    }
    byte[] frame = new byte[buffer.readableBytes()];
    buffer.readBytes(frame);
    return frame;
  }

  /** Decodes the frame of {@code bytes} bytes at {@code start}; does not modify the buffer. */
  Answer decode(ByteBuf buffer, int start, int bytes) {
    byte[] frame = ByteBufUtil.getBytes(buffer, start, bytes);
    Optional<Serialization> form = DubboFrame.serialization(buffer, start);
    if (form.isEmpty()) {
      return Answer.failed("answer in an unknown serialization");
    }
    if (DubboFrame.isThrown(buffer, start)) {
      byte[] body = Arrays.copyOfRange(frame, DubboFrame.HEADER_BYTES, frame.length);
      // The type of the answer precedes the exception.
      return Answer.thrown(form.get(), body, /* before= */ 1);
    }
    Response response;
    try (Loading loading = loading()) {
      AnswerShape.check(form.get(), frame, DubboFrame.HEADER_BYTES);
      response = (Response) codec.decode(answers, ChannelBuffers.wrappedBuffer(frame));
      if (response.getResult() instanceof DecodeableRpcResult body) {
        // The codec leaves this to the receiver; the response keeps a failure.
        body.decode();
      }
    } catch (Exception | LinkageError | StackOverflowError e) {
      return Answer.failed("undecodable answer: " + e);
    }
    if (response.getStatus() != Response.OK) {
      String error = String.valueOf(response.getErrorMessage());
      return Answer.failed(
          "status %d%s: %s"
              .formatted(response.getStatus(), hint(response.getStatus(), error), line(error)));
    }
    AppResponse result = (AppResponse) response.getResult();
    return Answer.of(result.getValue());
  }

  private static String hint(byte status, String error) {
    if (error.contains(TOKEN_TEXT)) {
      return " (token required, see call.attachments)";
    }
    // A provider cannot decode a request of a service that it does not export.
    return status == Response.BAD_REQUEST ? " (service, version, group exported?)" : "";
  }

  /** The exception and the root cause of a stack trace, in one line. */
  private static String line(String trace) {
    String cause =
        trace
            .lines()
            .filter(line -> line.startsWith(CAUSED_BY))
            .reduce((first, last) -> last)
            .map(line -> ", cause: " + line.substring(CAUSED_BY.length()))
            .orElse("");
    return trace.lines().findFirst().orElse("") + cause;
  }

  private RpcInvocation invocation(Object[] arguments) {
    CalledService called = call.service();
    String service = called.name();
    RpcInvocation invocation =
        new RpcInvocation(
            /* serviceModel= */ null,
            call.methodName(),
            service,
            service,
            call.parameterTypes(),
            arguments);
    invocation.setAttachment(CommonConstants.PATH_KEY, service);
    invocation.setAttachment(CommonConstants.INTERFACE_KEY, service);
    invocation.setAttachment(
        CommonConstants.VERSION_KEY, called.version().isEmpty() ? NO_VERSION : called.version());
    if (!called.group().isEmpty()) {
      invocation.setAttachment(CommonConstants.GROUP_KEY, called.group());
    }
    if (called.isGeneric()) {
      invocation.setAttachment(CommonConstants.GENERIC_KEY, "true");
    }
    called.attachments().forEach(invocation::setAttachment);
    invocation.setAttachment(CommonConstants.REMOTE_APPLICATION_KEY, APPLICATION);
    invocation.setAttachment(CommonConstants.TIMEOUT_KEY, String.valueOf(timeoutMillis));
    return invocation;
  }

  /** The value of a decoded answer, null for a void method; or the failure, null without one. */
  record Answer(Object value, String failure) {
    static Answer of(Object value) {
      return new Answer(value, null);
    }

    /** An exception of the service, after some serialized values. */
    static Answer thrown(Serialization form, byte[] serialized, int before) {
      try {
        return failed("service threw " + ThrownText.read(form, serialized, before));
      } catch (IOException e) {
        return failed("undecodable answer: " + e);
      }
    }

    static Answer failed(String failure) {
      return new Answer(null, failure);
    }
  }

  /** Dubbo's codec, which would otherwise look up an answer's request in a table of its own. */
  private static final class AnswerCodec extends DubboCodec {
    private final RpcInvocation invocation;

    AnswerCodec(FrameworkModel framework, RpcInvocation invocation) {
      super(framework);
      this.invocation = invocation;
    }

    @Override
    protected Object getRequestData(Channel channel, Response response, long id) {
      return invocation;
    }
  }
}
