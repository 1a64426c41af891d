// A provider of dubbo-go or grpc-go, or a client of dubbo-go, for .ci/interop:
//
//	interop dubbo|tri|grpc PORT
//	interop client ADDRESS
package main

import (
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"strconv"
	"strings"
	"sync"
	"time"

	"dubbo.apache.org/dubbo-go/v3/client"
	_ "dubbo.apache.org/dubbo-go/v3/cluster/cluster/failover"
	_ "dubbo.apache.org/dubbo-go/v3/cluster/loadbalance/random"
	"dubbo.apache.org/dubbo-go/v3/common/constant"
	_ "dubbo.apache.org/dubbo-go/v3/filter/accesslog"
	_ "dubbo.apache.org/dubbo-go/v3/filter/echo"
	_ "dubbo.apache.org/dubbo-go/v3/filter/exec_limit"
	_ "dubbo.apache.org/dubbo-go/v3/filter/generic"
	_ "dubbo.apache.org/dubbo-go/v3/filter/graceful_shutdown"
	_ "dubbo.apache.org/dubbo-go/v3/filter/token"
	_ "dubbo.apache.org/dubbo-go/v3/filter/tps"
	_ "dubbo.apache.org/dubbo-go/v3/filter/tps/strategy"
	"dubbo.apache.org/dubbo-go/v3/protocol"
	_ "dubbo.apache.org/dubbo-go/v3/protocol/dubbo"
	_ "dubbo.apache.org/dubbo-go/v3/protocol/triple"
	_ "dubbo.apache.org/dubbo-go/v3/proxy/proxy_factory"
	"dubbo.apache.org/dubbo-go/v3/server"
	hessian "github.com/apache/dubbo-go-hessian2"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/keepalive"
	"google.golang.org/grpc/metadata"
	"google.golang.org/grpc/peer"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/types/known/structpb"
)

const (
	callers = 16
	users   = 100
)

// UserInfo is io.poolbench.api.UserInfo.
type UserInfo struct {
	Pin                   string
	Name                  string
	Level                 int32
	RegisteredEpochSecond int64
	Profile               string
}

func (UserInfo) JavaClassName() string { return "io.poolbench.api.UserInfo" }

// PermissionService names the called method of io.poolbench.api.PermissionService.
type PermissionService struct{}

func (*PermissionService) FindUserInfo(context.Context, string) (UserInfo, error) {
	return UserInfo{}, nil
}

// Item is interop.Item.
type Item struct {
	Text   string
	None   *string
	Number int64
	Ratio  float64
	Set    bool
	Tags   []string
	Items  []*Item
	Nested map[any]any
}

func (Item) JavaClassName() string { return "interop.Item" }

// Echo has the methods of interop.Echo; dubbo-go exports no service of a type without a capital.
type Echo struct{}

func (*Echo) Reference() string { return "interop.Echo" }

func (*Echo) Echo(_ context.Context, item *Item) (*Item, error) { return item, nil }

func (*Echo) Text(_ context.Context, text string) (string, error) { return text, nil }

func (*Echo) Nested(_ context.Context, map_ map[any]any) (map[any]any, error) { return map_, nil }

func (*Echo) Nothing(_ context.Context, _ string) (*Item, error) { return nil, nil }

func (*Echo) Fail(_ context.Context, text string) (string, error) {
	if text == "größer als 1" {
		return "", errors.New(text)
	}
	return text, nil
}

func (*Echo) Slow(_ context.Context, millis int32) (string, error) {
	time.Sleep(time.Duration(millis) * time.Millisecond)
	return strconv.Itoa(int(millis)), nil
}

func (*Echo) Attachment(ctx context.Context, name string) (string, error) {
	attachments, _ := ctx.Value(constant.AttachmentKey).(map[string]any)
	switch value := attachments[name].(type) {
	case string:
		return value, nil
	case []string:
		return value[0], nil
	}
	return "", fmt.Errorf("no attachment %s in %v", name, attachments)
}

func main() {
	hessian.RegisterPOJO(&Item{})
	hessian.RegisterPOJO(&UserInfo{})
	var err error
	switch mode := os.Args[1]; mode {
	case "client":
		err = call(os.Args[2])
	case "grpc":
		err = serveGrpc(os.Args[2])
	default:
		port, _ := strconv.Atoi(os.Args[2])
		options := []protocol.ServerOption{protocol.WithDubbo(), protocol.WithPort(port)}
		service := []server.ServiceOption{server.WithNotRegister(), server.WithInterface("interop.Echo")}
		if mode == "tri" {
			options[0] = protocol.WithTriple()
			service = append(service, server.WithInterface("interop.EchoTri"), server.WithSerialization(constant.Hessian2Serialization))
		}
		err = serve(options, service)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func serve(options []protocol.ServerOption, service []server.ServiceOption) error {
	provider, err := server.NewServer(server.WithServerProtocol(options...))
	if err != nil {
		return err
	}
	if err := provider.RegisterService(&Echo{}, service...); err != nil {
		return err
	}
	return provider.Serve()
}

// call asks poolbench's provider for all users from several goroutines, and for one that is missing.
func call(address string) error {
	kind, method := client.WithClientProtocolDubbo(), "findUserInfo"
	if strings.HasPrefix(address, "tri:") {
		// By Triple, dubbo-go knows a method by its name in Go only; Java finds its own by either name.
		kind, method = client.WithClientProtocolTriple(), "FindUserInfo"
	}
	consumer, err := client.NewClient(client.WithClientURL(address), kind, client.WithClientRetries(0),
		client.WithClientSerialization(constant.Hessian2Serialization), client.WithClientRequestTimeout(5*time.Second))
	if err != nil {
		return err
	}
	service, err := consumer.DialWithService("io.poolbench.api.PermissionService", &PermissionService{}, client.WithIDL(constant.NONIDL))
	if err != nil {
		return err
	}
	find := func(pin string) (user UserInfo, err error) {
		// A service's exception by Triple makes dubbo-go 3.3.1 panic: it reads it as the method's answer.
		defer func() {
			if panicked := recover(); panicked != nil {
				err = fmt.Errorf("panic: %v", panicked)
			}
		}()
		err = service.CallUnary(context.Background(), []any{pin}, &user, method)
		return
	}
	// The port opens before the service is exported.
	for end := time.Now().Add(10 * time.Second); time.Now().Before(end); {
		if _, err := find("u000000000"); err == nil {
			break
		}
	}
	errs := make(chan error)
	for caller := range callers {
		go func() {
			for number := range users {
				pin := fmt.Sprintf("u%09d", (number+caller)%users)
				user, err := find(pin)
				if err == nil && (user.Pin != pin || user.Name == "" || user.RegisteredEpochSecond == 0 || len(user.Profile) < 50) {
					err = fmt.Errorf("asked for %s, got %+v", pin, user)
				}
				if err != nil {
					errs <- err
					return
				}
			}
			errs <- nil
		}()
	}
	for range callers {
		err = errors.Join(err, <-errs)
	}
	if user, missing := find("nobody"); missing == nil {
		err = errors.Join(err, fmt.Errorf("no exception for a missing user, got %+v", user))
	}
	if err == nil {
		fmt.Println(callers*users, "answers compared")
	}
	return err
}

// connections remembers them by the address of the peer.
type connections struct {
	net.Listener
	open sync.Map
}

func (c *connections) Accept() (net.Conn, error) {
	conn, err := c.Listener.Accept()
	if err == nil {
		c.open.Store(conn.RemoteAddr().String(), conn)
	}
	return conn, err
}

// serveGrpc serves Struct to Struct, without generated code, and retires each connection after half a second.
func serveGrpc(port string) error {
	socket, err := net.Listen("tcp", "127.0.0.1:"+port)
	if err != nil {
		return err
	}
	listener := &connections{Listener: socket}
	method := func(name string, answer func(context.Context, *structpb.Struct) (*structpb.Struct, error)) grpc.MethodDesc {
		return grpc.MethodDesc{MethodName: name, Handler: func(_ any, ctx context.Context, decode func(any) error, _ grpc.UnaryServerInterceptor) (any, error) {
			message := new(structpb.Struct)
			if err := decode(message); err != nil {
				return nil, err
			}
			return answer(ctx, message)
		}}
	}
	provider := grpc.NewServer(grpc.KeepaliveParams(keepalive.ServerParameters{MaxConnectionAge: 500 * time.Millisecond}))
	provider.RegisterService(&grpc.ServiceDesc{ServiceName: "interop.Messages", HandlerType: (*any)(nil), Methods: []grpc.MethodDesc{
		method("echo", func(_ context.Context, message *structpb.Struct) (*structpb.Struct, error) { return message, nil }),
		method("fail", func(_ context.Context, message *structpb.Struct) (*structpb.Struct, error) {
			if text := message.Fields["text"].GetStringValue(); text == "größer als 1" {
				return nil, status.Error(codes.FailedPrecondition, text)
			}
			return message, nil
		}),
		method("slow", func(_ context.Context, message *structpb.Struct) (*structpb.Struct, error) {
			time.Sleep(time.Duration(message.Fields["millis"].GetNumberValue()) * time.Millisecond)
			return message, nil
		}),
		method("attachment", func(ctx context.Context, message *structpb.Struct) (*structpb.Struct, error) {
			headers, _ := metadata.FromIncomingContext(ctx)
			return structpb.NewStruct(map[string]any{"value": headers.Get(message.Fields["name"].GetStringValue())[0]})
		}),
		method("close", func(ctx context.Context, message *structpb.Struct) (*structpb.Struct, error) {
			if from, known := peer.FromContext(ctx); known && len(message.Fields["text"].GetStringValue()) == 1<<20 {
				conn, _ := listener.open.Load(from.Addr.String())
				return message, conn.(net.Conn).Close()
			}
			return message, nil
		}),
	}}, &Echo{})
	return provider.Serve(listener)
}
