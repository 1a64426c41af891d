package io.poolbench.dubbo;

/**
 * The Dubbo service of messages between a coordinator and a load generator: bytes in, bytes out, so
 * that both serialize alike whatever Dubbo's codec allows. Public, because Dubbo proxies it.
 */
public interface MessageService {
  /** The answer to a message; called on several threads. */
  byte[] ask(byte[] message);
}
