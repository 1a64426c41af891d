package io.poolbench.dubbo;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.handler.codec.http2.DefaultHttp2DataFrame;
import io.netty.handler.codec.http2.DefaultHttp2Headers;
import io.netty.handler.codec.http2.DefaultHttp2HeadersFrame;
import io.netty.handler.codec.http2.DefaultHttp2ResetFrame;
import io.netty.handler.codec.http2.Http2DataFrame;
import io.netty.handler.codec.http2.Http2FrameCodec;
import io.netty.handler.codec.http2.Http2FrameCodecBuilder;
import io.netty.handler.codec.http2.Http2Headers;
import io.netty.handler.codec.http2.Http2HeadersFrame;
import io.netty.handler.codec.http2.Http2MultiplexHandler;
import io.netty.handler.codec.http2.Http2ResetFrame;
import io.netty.handler.codec.http2.Http2Settings;
import io.poolbench.api.RpcProtocol;
import io.poolbench.dubbo.ClientKind.TargetConfig;
import io.poolbench.load.Destination;
import io.poolbench.load.FailureReasons;
import io.poolbench.study.DriverSettings;
import io.poolbench.study.ServiceMethod;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Arrays;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** A server of Triple by Netty's codec of HTTP/2, which checks all that a client sends. */
final class TripleServer implements AutoCloseable {
  private static final int PREFIX_BYTES = 5;

  private final MultiThreadIoEventLoopGroup group =
      new MultiThreadIoEventLoopGroup(1, NioIoHandler.newFactory());
  private final Channel server;

  final BlockingQueue<Request> requests = new LinkedBlockingQueue<>();

  /** The error codes by which clients reset streams. */
  final BlockingQueue<Long> resets = new LinkedBlockingQueue<>();

  /** The connections, in the order in which they came. */
  final BlockingQueue<Channel> connections = new LinkedBlockingQueue<>();

  static final class Request {
    final Channel stream;
    final Http2Headers headers;

    /** Without its prefix. */
    final byte[] message;

    private Request(Channel stream, Http2Headers headers, byte[] message) {
      this.stream = stream;
      this.headers = headers;
      this.message = message;
    }

    /** Answers well. */
    void answer(byte[] answer) {
      head("content-type", "application/grpc+proto");
      data(answer, 0);
      trailers("grpc-status", "0");
      stream.flush();
    }

    void answerWithoutTrailers(String status, byte[] body) {
      ChannelFuture unused = stream.write(new DefaultHttp2HeadersFrame(headers(status), false));
      unused = stream.writeAndFlush(new DefaultHttp2DataFrame(Unpooled.wrappedBuffer(body), true));
    }

    void head(String... namesAndValues) {
      ChannelFuture unused =
          stream.write(new DefaultHttp2HeadersFrame(headers("200", namesAndValues), false));
    }

    /** The message with its prefix, padded. */
    void data(byte[] answer, int padding) {
      ByteBuf framed = Unpooled.buffer().writeByte(0).writeInt(answer.length).writeBytes(answer);
      ChannelFuture unused = stream.write(new DefaultHttp2DataFrame(framed, false, padding));
    }

    void trailers(String... namesAndValues) {
      ChannelFuture unused =
          stream.writeAndFlush(new DefaultHttp2HeadersFrame(headers(null, namesAndValues), true));
    }

    void reset(long code) {
      ChannelFuture unused = stream.writeAndFlush(new DefaultHttp2ResetFrame(code));
    }

    void hangUp() {
      ChannelFuture unused = stream.parent().close();
    }

    private static Http2Headers headers(String status, String... namesAndValues) {
      Http2Headers headers = new DefaultHttp2Headers();
      if (status != null) {
        headers.status(status);
      }
      for (int i = 0; i < namesAndValues.length; i += 2) {
        headers.add(namesAndValues[i], namesAndValues[i + 1]);
      }
      return headers;
    }
  }

  /**
   * @param script what to do with a request, on the event loop
   */
  TripleServer(Consumer<Request> script) {
    this(new Http2Settings(), script);
  }

  TripleServer(Http2Settings settings, Consumer<Request> script) {
    server =
        new ServerBootstrap()
            .group(group)
            .channel(NioServerSocketChannel.class)
            .childHandler(
                new ChannelInitializer<>() {
                  @Override
                  protected void initChannel(Channel connection) {
                    Http2FrameCodec codec =
                        Http2FrameCodecBuilder.forServer().initialSettings(settings).build();
                    connection
                        .pipeline()
                        .addLast(codec)
                        .addLast(
                            new Http2MultiplexHandler(
                                new ChannelInitializer<>() {
                                  @Override
                                  protected void initChannel(Channel stream) {
                                    stream.pipeline().addLast(new Stream(script));
                                  }
                                }));
                    connections.add(connection);
                  }
                })
            .bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))
            .syncUninterruptibly()
            .channel();
  }

  static byte[] nothing() throws IOException {
    InetSocketAddress nobody = new InetSocketAddress(InetAddress.getLoopbackAddress(), 1);
    try (TriCodec codec = new TriCodec(config(nobody, 1))) {
      return codec.nullAnswer();
    }
  }

  static TargetConfig config(InetSocketAddress server, long timeoutMillis) {
    return new TargetConfig(
        new DriverSettings("tri", ServiceMethod.EMPTY, 1, timeoutMillis, 1),
        RpcProtocol.TRI,
        Destination.direct(server),
        MeasuredCall.empty(),
        new FailureReasons());
  }

  InetSocketAddress address() {
    return (InetSocketAddress) server.localAddress();
  }

  static <T> T next(BlockingQueue<T> queue) throws InterruptedException {
    T next = queue.poll(60, TimeUnit.SECONDS);
    if (next == null) {
      throw new AssertionError("nothing came");
    }
    return next;
  }

  @Override
  public void close() {
    group.shutdownGracefully(0, 1, TimeUnit.SECONDS).awaitUninterruptibly();
  }

  private final class Stream extends ChannelInboundHandlerAdapter {
    private final Consumer<Request> script;
    private final ByteArrayOutputStream body = new ByteArrayOutputStream();
    private Http2Headers headers;

    Stream(Consumer<Request> script) {
      this.script = script;
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object frame) {
      if (frame instanceof Http2HeadersFrame head) {
        headers = head.headers();
      } else if (frame instanceof Http2DataFrame data) {
        body.writeBytes(ByteBufUtil.getBytes(data.content()));
        boolean last = data.isEndStream();
        data.release();
        if (last) {
          byte[] message = body.toByteArray();
          byte[] unframed = Arrays.copyOfRange(message, PREFIX_BYTES, message.length);
          Request request = new Request(context.channel(), headers, unframed);
          requests.add(request);
          script.accept(request);
        }
      }
    }

    @Override
    public void userEventTriggered(ChannelHandlerContext context, Object event) {
      if (event instanceof Http2ResetFrame reset) {
        resets.add(reset.errorCode());
      }
    }
  }
}
