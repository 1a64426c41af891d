package io.poolbench.dubbo;

import io.poolbench.api.RpcProtocol;
import io.poolbench.spec.Serialization;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import org.apache.dubbo.common.constants.CommonConstants;
import org.apache.dubbo.config.ReferenceConfig;
import org.apache.dubbo.rpc.RpcContext;
import org.apache.dubbo.rpc.RpcException;

/** Calls a {@link MessageService} at an address. Thread-safe. */
public final class MessageClient implements AutoCloseable {
  private final DubboFramework framework;
  private final MessageService service;

  private MessageClient(DubboFramework framework, MessageService service) {
    this.framework = framework;
    this.service = service;
  }

  /**
   * Connects.
   *
   * @param address resolved
   * @throws IOException if the service cannot be reached
   */
  public static MessageClient connect(InetSocketAddress address) throws IOException {
    DubboFramework framework = new DubboFramework(MessageServer.APPLICATION);
    try {
      ReferenceConfig<MessageService> reference =
          framework.reference(
              RpcProtocol.DUBBO,
              address,
              MessageService.class.getName(),
              Serialization.HESSIAN2,
              /* connections= */ 1);
      reference.setInterface(MessageService.class);
      return new MessageClient(framework, reference.get());
    } catch (RuntimeException e) {
      framework.close();
      throw new IOException(DubboFramework.reason(e), e);
    }
  }

  /**
   * The answer to a message.
   *
   * @throws IOException if there is none within the timeout
   */
  public byte[] ask(byte[] message, Duration timeout) throws IOException {
    try {
      RpcContext.getClientAttachment()
          .setAttachment(CommonConstants.TIMEOUT_KEY, Long.toString(timeout.toMillis()));
      return service.ask(message);
    } catch (RpcException e) {
      throw new IOException(reason(e, timeout), e);
    }
  }

  private static String reason(RpcException e, Duration timeout) {
    if (e.isTimeout()) {
      return "no answer within " + timeout.toSeconds() + " s";
    }
    // Of a connection that is closed, before and while a message is sent.
    return e.isForbidden() || e.isNetwork() ? "not connected" : DubboFramework.reason(e);
  }

  @Override
  public void close() {
    framework.close();
  }
}
