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
 * As {@link AddressedTransporter}, for Triple: Dubbo's Netty transport to the given address.
 *
 * <p>Public with a public constructor, because Dubbo creates it.
 */
public final class AddressedPortTransporter extends NettyPortUnificationTransporter {
  /** An IPv4 address written so is connected to as such, but Dubbo does not know it as loopback. */
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
