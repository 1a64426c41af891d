package io.poolbench.server.dubbo;

import org.apache.dubbo.common.URL;
import org.apache.dubbo.remoting.ChannelHandler;
import org.apache.dubbo.remoting.RemotingException;
import org.apache.dubbo.remoting.RemotingServer;
import org.apache.dubbo.remoting.transport.netty4.NettyTransporter;

/**
 * The Dubbo transporter extension {@value #NAME}: Netty's, with a server that listens at the given
 * address only. Dubbo's own one replaces a loopback address by all addresses, which opens the
 * provider to the network.
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
}
