package io.poolbench.dubbo;

import java.net.InetSocketAddress;
import org.apache.dubbo.common.URL;
import org.apache.dubbo.remoting.ChannelHandler;
import org.apache.dubbo.remoting.Client;
import org.apache.dubbo.remoting.RemotingException;
import org.apache.dubbo.remoting.transport.netty4.NettyClient;
import org.apache.dubbo.remoting.transport.netty4.NettyTransporter;

/**
 * Dubbo's Netty transport to exactly the given address. Dubbo's own client replaces a loopback
 * address by one of the local network, on which a provider bound to loopback does not listen.
 *
 * <p>Public with a public constructor, because Dubbo creates it.
 */
public final class AddressedTransporter extends NettyTransporter {
  /** The name of the extension. */
  static final String NAME = "poolbench-addressed";

  public AddressedTransporter() {}

  @Override
  public Client connect(URL url, ChannelHandler handler) throws RemotingException {
    return new AddressedClient(url, handler);
  }

  private static final class AddressedClient extends NettyClient {
    AddressedClient(URL url, ChannelHandler handler) throws RemotingException {
      super(url, handler);
    }

    @Override
    public InetSocketAddress getConnectAddress() {
      return new InetSocketAddress(getUrl().getHost(), getUrl().getPort());
    }
  }
}
