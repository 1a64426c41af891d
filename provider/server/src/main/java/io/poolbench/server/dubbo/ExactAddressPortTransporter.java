package io.poolbench.server.dubbo;

import io.netty.util.NetUtil;
import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import org.apache.dubbo.common.URL;
import org.apache.dubbo.common.constants.CommonConstants;
import org.apache.dubbo.remoting.ChannelHandler;
import org.apache.dubbo.remoting.Constants;
import org.apache.dubbo.remoting.RemotingException;
import org.apache.dubbo.remoting.api.pu.AbstractPortUnificationServer;
import org.apache.dubbo.remoting.transport.netty4.NettyPortUnificationServer;
import org.apache.dubbo.remoting.transport.netty4.NettyPortUnificationTransporter;

/**
 * The transporter extension {@link ExactAddressTransporter#NAME} for Triple, whose server class
 * differs. It is Netty's transporter, with a server that listens at {@link
 * ExactAddressTransporter#BIND_ADDRESS} only.
 */
public final class ExactAddressPortTransporter extends NettyPortUnificationTransporter {
  /** A prefix with which an IPv4 address can be bound, but is not replaced by Dubbo as loopback. */
  private static final String IPV4_MAPPED = "::ffff:";

  @Override
  public AbstractPortUnificationServer bind(URL url, ChannelHandler handler)
      throws RemotingException {
    InetAddress address =
        NetUtil.createInetAddressFromIpAddressString(
            url.getParameter(ExactAddressTransporter.BIND_ADDRESS));
    String host = address.getHostAddress();
    NettyPortUnificationServer server =
        new NettyPortUnificationServer(
            url.addParameter(
                    Constants.BIND_IP_KEY,
                    address instanceof Inet4Address ? IPV4_MAPPED + host : host)
                .addParameter(CommonConstants.ANYHOST_KEY, address.isAnyLocalAddress()),
            handler);
    InetSocketAddress bound = server.getLocalAddress();
    if (!bound.getAddress().equals(address)) {
      server.close();
      throw new RemotingException(bound, null, "listens at " + bound + " instead of " + address);
    }
    return server;
  }
}
