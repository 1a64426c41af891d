package io.poolbench.dubbo;

import java.net.Inet4Address;
import java.net.InetSocketAddress;
import org.apache.dubbo.common.URL;
import org.apache.dubbo.remoting.ChannelHandler;
import org.apache.dubbo.remoting.Client;
import org.apache.dubbo.remoting.RemotingException;
import org.apache.dubbo.remoting.api.connection.AbstractConnectionClient;
import org.apache.dubbo.remoting.transport.netty4.NettyClient;
import org.apache.dubbo.remoting.transport.netty4.NettyConnectionClient;
import org.apache.dubbo.remoting.transport.netty4.NettyPortUnificationTransporter;
import org.apache.dubbo.remoting.transport.netty4.NettyTransporter;

/**
 * Dubbo's Netty transport to exactly the given address. Dubbo's own client replaces a loopback
 * address by one of the local network, on which a provider bound to loopback does not listen.
 * Public, because Dubbo creates it.
 */
public final class AddressedTransporter extends NettyTransporter {
  /** The name of the extension. */
  static final String NAME = "poolbench-addressed";

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

  /**
   * Triple's {@link AddressedTransporter}: Dubbo's Netty transport to exactly the given address.
   * Public, because Dubbo creates it.
   */
  public static final class AddressedPortTransporter extends NettyPortUnificationTransporter {
    /** Dubbo does not know an IPv4-mapped loopback address as loopback, and so keeps it. */
    private static final String IPV4_MAPPED = "::ffff:";

    @Override
    public AbstractConnectionClient connect(URL url, ChannelHandler handler)
        throws RemotingException {
      boolean ipv4 =
          new InetSocketAddress(url.getHost(), url.getPort()).getAddress() instanceof Inet4Address;
      return new NettyConnectionClient(
          ipv4 ? url.setHost(IPV4_MAPPED + url.getHost()) : url, handler);
    }
  }
}
