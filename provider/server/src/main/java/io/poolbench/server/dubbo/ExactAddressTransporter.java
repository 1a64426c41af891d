package io.poolbench.server.dubbo;

import io.netty.util.NetUtil;
import java.net.InetSocketAddress;
import org.apache.dubbo.common.URL;
import org.apache.dubbo.remoting.ChannelHandler;
import org.apache.dubbo.remoting.RemotingException;
import org.apache.dubbo.remoting.RemotingServer;
import org.apache.dubbo.remoting.transport.netty4.NettyServer;
import org.apache.dubbo.remoting.transport.netty4.NettyTransporter;

/**
 * The Dubbo transporter extension {@value #NAME}: Netty's transporter, with a server that listens
 * at the given address only. Dubbo's own server replaces a loopback address by all addresses, which
 * exposes the provider to the network.
 */
public final class ExactAddressTransporter extends NettyTransporter {
  /** The extension's name, for {@code server=}. */
  public static final String NAME = "exact";

  /** URL parameter: the address to listen at, numeric. */
  public static final String BIND_ADDRESS = "exact.address";

  @Override
  public RemotingServer bind(URL url, ChannelHandler handler) throws RemotingException {
    return new ExactAddressServer(url, handler);
  }

  private static final class ExactAddressServer extends NettyServer {
    ExactAddressServer(URL url, ChannelHandler handler) throws RemotingException {
      super(url, handler);
    }

    /** Called by the superclass's constructor; must not read fields of this class. */
    @Override
    public InetSocketAddress getBindAddress() {
      return new InetSocketAddress(
          NetUtil.createInetAddressFromIpAddressString(getUrl().getParameter(BIND_ADDRESS)),
          super.getBindAddress().getPort());
    }
  }
}
