package io.poolbench.dubbo;

import java.net.InetSocketAddress;
import org.apache.dubbo.common.URL;
import org.apache.dubbo.remoting.transport.AbstractChannel;
import org.apache.dubbo.remoting.transport.ChannelHandlerAdapter;

/** The channel whose URL Dubbo's codec reads; nothing else of it is used. */
final class CodecChannel extends AbstractChannel {
  CodecChannel(URL url) {
    super(url, new ChannelHandlerAdapter());
  }

  @Override
  public InetSocketAddress getLocalAddress() {
    return null;
  }

  @Override
  public InetSocketAddress getRemoteAddress() {
    return getUrl().toInetSocketAddress();
  }

  @Override
  public boolean isConnected() {
    return false;
  }

  @Override
  public boolean hasAttribute(String key) {
    return false;
  }

  @Override
  public Object getAttribute(String key) {
    return null;
  }

  @Override
  public void setAttribute(String key, Object value) {
    throw new UnsupportedOperationException("no attributes");
  }

  @Override
  public void removeAttribute(String key) {
    throw new UnsupportedOperationException("no attributes");
  }
}
