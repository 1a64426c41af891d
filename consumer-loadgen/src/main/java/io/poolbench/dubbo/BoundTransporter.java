package io.poolbench.dubbo;

import io.netty.util.NetUtil;
import java.net.InetSocketAddress;
import org.apache.dubbo.common.URL;
import org.apache.dubbo.remoting.ChannelHandler;
import org.apache.dubbo.remoting.RemotingException;
import org.apache.dubbo.remoting.RemotingServer;
import org.apache.dubbo.remoting.transport.netty4.NettyServer;
import org.apache.dubbo.remoting.transport.netty4.NettyTransporter;

/**
 * Dubbo's Netty transport with a server that listens at the given address only: Dubbo's own one
 * replaces a loopback address by all addresses.
 *
 * <p>Public with a public constructor, because Dubbo creates it.
 */
public final class BoundTransporter extends NettyTransporter {
  /** The name to select it by. */
  static final String NAME = "poolbench-bound";

  /** URL parameter: the address to listen at, numeric. */
  static final String BIND_ADDRESS = "poolbench.address";

  /** Created by Dubbo's extension loader. */
  public BoundTransporter() {}

  @Override
  public RemotingServer bind(URL url, ChannelHandler handler) throws RemotingException {
    return new BoundServer(url, handler);
  }

  private static final class BoundServer extends NettyServer {
    BoundServer(URL url, ChannelHandler handler) throws RemotingException {
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
