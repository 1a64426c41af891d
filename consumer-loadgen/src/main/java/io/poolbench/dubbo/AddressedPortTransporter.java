package io.poolbench.dubbo;

import java.net.Inet4Address;
import java.net.InetSocketAddress;
import org.apache.dubbo.common.URL;
import org.apache.dubbo.remoting.ChannelHandler;
import org.apache.dubbo.remoting.RemotingException;
import org.apache.dubbo.remoting.api.connection.AbstractConnectionClient;
import org.apache.dubbo.remoting.transport.netty4.NettyConnectionClient;
import org.apache.dubbo.remoting.transport.netty4.NettyPortUnificationTransporter;

/**
 * Triple's {@link AddressedTransporter}: Dubbo's Netty transport to exactly the given address.
 *
 * <p>Public with a public constructor, because Dubbo creates it.
 */
public final class AddressedPortTransporter extends NettyPortUnificationTransporter {
  /** Dubbo does not know an IPv4-mapped loopback address as loopback, and so keeps it. */
  private static final String IPV4_MAPPED = "::ffff:";

  public AddressedPortTransporter() {}

  @Override
  public AbstractConnectionClient connect(URL url, ChannelHandler handler)
      throws RemotingException {
    boolean ipv4 =
        new InetSocketAddress(url.getHost(), url.getPort()).getAddress() instanceof Inet4Address;
    return new NettyConnectionClient(
        ipv4 ? url.setHost(IPV4_MAPPED + url.getHost()) : url, handler);
  }
}
