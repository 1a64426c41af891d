package io.poolbench.dubbo;

import io.netty.util.NetUtil;
import java.net.InetSocketAddress;
import org.apache.dubbo.common.URL;
import org.apache.dubbo.remoting.ChannelHandler;
import org.apache.dubbo.remoting.Client;
import org.apache.dubbo.remoting.RemotingException;
import org.apache.dubbo.remoting.RemotingServer;
import org.apache.dubbo.remoting.transport.netty4.NettyClient;
import org.apache.dubbo.remoting.transport.netty4.NettyServer;
import org.apache.dubbo.remoting.transport.netty4.NettyTransporter;

/**
 * Dubbo's Netty transport between the given addresses. Dubbo's own client replaces a loopback
 * address by one of the local network, on which a provider bound to loopback does not listen; its
 * own server replaces one by all addresses.
 *
 * <p>Public with a public constructor, because Dubbo creates it.
 */
public final class AddressedTransporter extends NettyTransporter {
  /** The name to select it by. */
  static final String NAME = "poolbench-addressed";

  /** URL parameter: the address that a server listens at, numeric. */
  static final String BIND_ADDRESS = "poolbench.address";

  /** Created by Dubbo's extension loader. */
  public AddressedTransporter() {}

  @Override
  public Client connect(URL url, ChannelHandler handler) throws RemotingException {
    return new AddressedClient(url, handler);
  }

  @Override
  public RemotingServer bind(URL url, ChannelHandler handler) throws RemotingException {
    return new AddressedServer(url, handler);
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

  private static final class AddressedServer extends NettyServer {
    AddressedServer(URL url, ChannelHandler handler) throws RemotingException {
      super(url, handler);
    }

    /** Called by the superclass's constructor: may read the URL, but no field of this class. */
    @Override
    public InetSocketAddress getBindAddress() {
      return new InetSocketAddress(
          NetUtil.createInetAddressFromIpAddressString(getUrl().getParameter(BIND_ADDRESS)),
          super.getBindAddress().getPort());
    }
  }
}
